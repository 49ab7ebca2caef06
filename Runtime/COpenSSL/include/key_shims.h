// Keys and signatures: macros of OpenSSL as functions.
#pragma once

#include <openssl/evp.h>
