# A container for development on Macs, and on machines that shall get no packages. It holds the toolchain and the Debian
# packages; the sources are mounted. CONTRIBUTING.md says how to start it.
ARG SWIFT_IMAGE=swift:6.3-bookworm
FROM ${SWIFT_IMAGE}

# What Scripts/setup.sh --bench and --test look for: then it finds nothing missing. The Postgres package shall start no server.
RUN mkdir -p /etc/postgresql-common/createcluster.d \
  && echo 'create_main_cluster = false' > /etc/postgresql-common/createcluster.d/swiftlet.conf \
  && apt-get update -qq \
  && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    ca-certificates chromium chromium-driver curl faketime fonts-dejavu-core g++ gcc git make \
    libcurl4-openssl-dev libnghttp2-dev libpq-dev libsqlite3-dev libssl-dev \
    nghttp2-server nginx openssl pgbouncer postgresql prometheus python3 python3-venv strace wrk \
  && rm -rf /var/lib/apt/lists/*

# The host and Postgres run as a user that is not root, as they do elsewhere.
RUN useradd --create-home --uid 1000 --shell /bin/bash dev \
  && install -d -o dev -g dev /swiftlet /swiftlet/.build

USER dev
WORKDIR /swiftlet
EXPOSE 54321
CMD ["bash"]
