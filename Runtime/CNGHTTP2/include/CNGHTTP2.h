// nghttp2 (Debian's libnghttp2-dev), the reference library for HTTP/2.
#pragma once

#include <nghttp2/nghttp2.h>
