# Any Node 24 on Debian: name a mirror, or an image loaded from a file, with --build-arg BASE_IMAGE=…
ARG BASE_IMAGE=node:24-trixie-slim

# The program and the scripts of its pages; needs the development packages, so nothing else of it is kept.
FROM ${BASE_IMAGE} AS build
# Unset, npm asks its usual registry; a mirror is named with --build-arg NPM_CONFIG_REGISTRY=…
ARG NPM_CONFIG_REGISTRY
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY tools/ tools/
RUN npm ci
COPY . .
RUN npm run build

# The few packages that are not bundled into the build, without their types and source maps.
FROM ${BASE_IMAGE} AS packages
ARG NPM_CONFIG_REGISTRY
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY tools/ tools/
RUN npm ci --omit=dev \
  && find node_modules -name '*.map' -delete -o -name '*.d.ts' -delete -o -name '*.d.mts' -delete -o -name '*.d.cts' -delete

# The root file system: Debian's packages that are needed to run, and no others (no apt, no Perl, no npm). pg_dump and
# pg_restore have the major version of the database in compose.yaml; their package needs Perl, they do not.
FROM ${BASE_IMAGE} AS root
ARG PG_MAJOR=17
WORKDIR /packages
RUN apt-get update && mkdir partial && touch nothing-installed \
  && apt-get install --yes --download-only --no-install-recommends \
    -o Dir::State::status=/packages/nothing-installed -o Dir::Cache::archives=/packages -o APT::Sandbox::User=root \
    base-files coreutils dash findutils libc6 libgcc-s1 liblz4-1 libpq5 libstdc++6 libzstd1 zlib1g \
  && for package in *.deb; do dpkg --extract "$package" /root-fs; done \
  && apt-get download "postgresql-client-$PG_MAJOR" && dpkg --extract postgresql-client-*.deb /client \
  && cp "/client/usr/lib/postgresql/$PG_MAJOR/bin/pg_dump" "/client/usr/lib/postgresql/$PG_MAJOR/bin/pg_restore" \
    /usr/local/bin/node /root-fs/usr/bin/ \
  && cd /root-fs && ln -sf dash usr/bin/sh \
  # Scanners of vulnerabilities read this list.
  && mkdir -p var/lib/dpkg/status.d && for package in /packages/*.deb; do \
    dpkg-deb --field "$package" > "var/lib/dpkg/status.d/$(dpkg-deb --field "$package" Package)"; done \
  && rm -rf usr/share/doc usr/share/man usr/share/locale usr/share/info usr/share/lintian usr/lib/*/gconv var/cache
# A new volume takes over the owner of the directory it is mounted on. Nothing else is ever written but /tmp.
RUN cd /root-fs && mkdir -p app data/uploads backups secrets/site secrets/database usr/local/bin tmp \
  && chmod 1777 tmp && chown -R 65532:65532 data backups secrets && chmod 700 backups \
  && ln -s /usr/local/lib/lamplight/lamplight.sh usr/local/bin/lamplight

FROM scratch
ARG VERSION=0.1.0
ARG REVISION=
LABEL org.opencontainers.image.title="Lamplight" \
  org.opencontainers.image.description="A community site for publishing posts" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}"
ENV PATH=/usr/local/bin:/usr/bin:/bin
# The user has no entry in /etc/passwd, and the database driver wants to know a home.
ENV NODE_ENV=production HOME=/tmp HOST=0.0.0.0 METRICS_HOST=0.0.0.0 STORAGE_DIR=/data/uploads
WORKDIR /app
COPY --from=root /root-fs /
COPY --from=packages /app/node_modules node_modules/
COPY --from=build /app/dist dist/
COPY package.json LICENSE ./
COPY migrations/ migrations/
COPY deploy/docker/ /usr/local/lib/lamplight/
# A number, so that an orchestrator can see that it is not root.
USER 65532:65532
EXPOSE 3000 9464
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "/usr/local/lib/lamplight/health.mjs"]
ENTRYPOINT ["lamplight"]
CMD ["serve"]
