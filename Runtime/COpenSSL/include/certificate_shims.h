// Certificates and TLS: macros of OpenSSL as functions.
#pragma once

#include <openssl/ssl.h>
