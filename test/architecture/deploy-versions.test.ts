import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const read = (path: string) => readFileSync(path, 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };

test('package.json has the version; every other file that must name it has the same', () => {
  const chart = parse(read('deploy/helm/lamplight/Chart.yaml'));
  const image = (overlay: string) =>
    parse(read(`deploy/kubernetes/overlays/${overlay}/kustomization.yaml`)).images[0].newTag;
  expect({
    lock: JSON.parse(read('package-lock.json')).version,
    client: JSON.parse(read('packages/client/package.json')).version,
    openapi: JSON.parse(read('docs/openapi.json')).info.version,
    chart: chart.version,
    application: chart.appVersion,
    image: /^ARG VERSION=(.+)$/m.exec(read('Dockerfile'))?.[1],
    small: image('small'),
    large: image('large'),
  }).toEqual({
    lock: version,
    client: version,
    openapi: version,
    chart: version,
    application: version,
    image: version,
    small: version,
    large: version,
  });
});

test('a tagged version has its notes', () => {
  const tags = execFileSync('git', ['tag', '--list', 'v*'], { encoding: 'utf8' }).split('\n');
  const headings = [...read('CHANGELOG.md').matchAll(/^## (\S+)/gm)].map(([, name]) => name);
  for (const tag of tags.filter(Boolean)) expect(headings).toContain(tag.slice(1));
});
