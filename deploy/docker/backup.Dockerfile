# The site's image with `pg_dump`, of the same major version as the database in compose.yaml.
ARG LAMPLIGHT_IMAGE=lamplight:local
FROM ${LAMPLIGHT_IMAGE}
USER 0
RUN apt-get update \
  && apt-get install --yes --no-install-recommends postgresql-client \
  && rm -rf /var/lib/apt/lists/* \
  && mkdir /backups && chown 65532:65532 /backups && chmod 700 /backups
USER 65532:65532
