import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { hasBinary } from '../support/binaries.ts';
import { unknownSettings } from '../support/settings.ts';
import {
  buildOverlay,
  isForeign,
  type Manifest,
  readManifests,
  run,
  validate,
} from './manifests.ts';

const CHART = new URL('../../deploy/helm/lamplight/', import.meta.url).pathname;
const REQUIRED = ['--values', join(CHART, 'ci/required-values.yaml')];
const SIZES = {
  small: REQUIRED,
  large: ['--values', join(CHART, 'values-large.yaml'), ...REQUIRED],
};
const hasHelm = hasBinary('helm');

test('the settings in the values are settings of the program', () => {
  const names = ['values-large.yaml', 'ci/required-values.yaml'].flatMap((file) =>
    Object.keys(parse(readFileSync(join(CHART, file), 'utf8')).settings),
  );
  expect(names).toContain('BASE_URL');
  expect(unknownSettings(names)).toEqual([]);
});

test.skipIf(!hasHelm)('Helm finds no fault in the chart', () => {
  for (const values of Object.values(SIZES)) run('helm', 'lint', '--strict', CHART, ...values);
});

test.skipIf(!hasHelm)(
  'Helm refuses values without BASE_URL and TRUSTED_PROXIES, misspelled ones, and two pods with one volume',
  () => {
    expect(() => render()).toThrow("missing properties 'BASE_URL', 'TRUSTED_PROXIES'");
    expect(() => render(...REQUIRED, '--set', 'web.replica=2')).toThrow("'replica' not allowed");
    expect(() => render(...REQUIRED, '--set', 'web.replicas=2')).toThrow('/web/replicas');
  },
);

test.skipIf(!hasHelm || !hasBinary('kubectl'))(
  'the chart renders the same resources as the overlays, all of them accepted by Kubernetes',
  () => {
    for (const [size, values] of Object.entries(SIZES)) {
      const rendered = render(...values);
      for (const manifest of rendered)
        expect(() => validate(manifest), manifest.kind).not.toThrow();
      const built = buildOverlay(`overlays/${size}`).filter(({ kind }) => kind !== 'Namespace');
      expect(comparable(rendered), size).toEqual(comparable(built));
    }
  },
);

test.skipIf(!hasHelm)('the chart has the pod monitor and the alerts of rules.yaml', () => {
  const rendered = render(...REQUIRED, '--set', 'prometheusOperator.enabled=true');
  const foreign = rendered.filter(isForeign);
  expect(foreign.map(({ kind }) => kind).sort()).toEqual(['PodMonitor', 'PrometheusRule']);
  const rules = parse(readFileSync('deploy/prometheus/rules.yaml', 'utf8'));
  expect(foreign.find(({ kind }) => kind === 'PrometheusRule')?.['spec']).toEqual(rules);
});

test.skipIf(!hasHelm)('a chart of another name, image and without extras is accepted too', () => {
  const off = ['backup', 'ingress', 'networkPolicies', 'uploads'].flatMap((part) => [
    '--set',
    `${part}.enabled=false`,
  ]);
  const rendered = readManifests(
    run('helm', 'template', 'club', CHART, ...REQUIRED, ...off, '--set', 'image.tag=9.9.9'),
  );
  expect(rendered.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort()).toEqual([
    'ConfigMap club-settings',
    'Deployment club-web',
    'Service club-web',
    'ServiceAccount club',
  ]);
  for (const manifest of rendered) expect(() => validate(manifest)).not.toThrow();
  expect(JSON.stringify(rendered)).toContain('"image":"lamplight:9.9.9"');
});

function render(...args: string[]): Manifest[] {
  return readManifests(run('helm', 'template', 'lamplight', CHART, ...args));
}

const ONLY_IN_ONE = [
  'app.kubernetes.io/instance',
  'checksum/settings',
  'helm.sh/resource-policy',
  'namespace',
];

/** By kind and name, without what only one of the two adds: labels of the release, checksums, the hash in a name. */
function comparable(manifests: Manifest[]): Record<string, unknown> {
  const text = JSON.stringify(manifests).replaceAll(
    /lamplight-settings-\w+/g,
    'lamplight-settings',
  );
  // Children come before their parents, so a parent that lost all of them is empty here.
  const found: Manifest[] = JSON.parse(text, (key, value) => {
    const isEmpty = value && typeof value === 'object' && Object.keys(value).length === 0;
    return isEmpty || ONLY_IN_ONE.includes(key) ? undefined : value;
  });
  return Object.fromEntries(
    found.map((one) => {
      // Labels matter on pods, where selectors find them.
      const { labels: _, ...metadata } = one.metadata;
      return [`${one.kind} ${metadata.name}`, { ...one, metadata }];
    }),
  );
}
