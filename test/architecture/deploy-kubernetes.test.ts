import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { trustedProxies } from '../../src/platform/http/create-http.ts';
import { hasBinary } from '../support/binaries.ts';
import { unknownSettings } from '../support/settings.ts';
import {
  buildOverlay,
  containersOf,
  isForeign,
  KUBERNETES,
  labelsOf,
  type Manifest,
  podOf,
  readKustomization,
  readManifestFiles,
  readManifests,
  validate,
} from './manifests.ts';

const PARTS = ['base', 'overlays/small', 'overlays/large', 'components/prometheus-operator'];
const OVERLAYS = ['overlays/small', 'overlays/large'];
const files = readManifestFiles();
const manifests = [...files.values()].flat();
const workloads = manifests.filter(({ kind }) => kind === 'Deployment' || kind === 'CronJob');
const ours = workloads.filter(({ metadata }) => metadata.name !== 'lamplight-redis');

test('every manifest is one that Kubernetes accepts', () => {
  expect(manifests.length).toBeGreaterThan(15);
  for (const [path, found] of files)
    for (const manifest of found.filter((one) => !isForeign(one)))
      expect(() => validate(manifest), `${path} ${manifest.metadata.name}`).not.toThrow();
  const web = ours.find(({ kind }) => kind === 'Deployment') as Manifest;
  const wrong = { ...web, spec: { ...web['spec'], replicas: 'one' } };
  expect(() => validate(wrong)).toThrow('replicas must be integer');
});

test('a kustomization names files that exist, and every file is named by one', () => {
  const named = PARTS.flatMap((part) => {
    const { resources = [], components = [] } = readKustomization(part);
    return [...resources, ...components].map((path) => join(part, path));
  });
  for (const path of named) expect(existsSync(join(KUBERNETES, path)), path).toBe(true);
  const single = named.filter((path) => statSync(join(KUBERNETES, path)).isFile());
  const unused = [...files.keys()].filter((path) => !single.includes(path));
  expect(unused).toEqual(['base/secret.example.yaml']);
});

test('every setting is one the program knows', () => {
  const literals = PARTS.flatMap(
    (part) => readKustomization(part).configMapGenerator ?? [],
  ).flatMap(({ literals }) => literals.map((literal) => literal.split('=')[0] ?? ''));
  const set = ours.flatMap(containersOf).flatMap(({ env = [] }) => env);
  const names = [...literals, ...set.map((one: { name: string }) => one.name)];
  expect(names).toContain('BASE_URL');
  expect(unknownSettings(names)).toEqual([]);
  expect(unknownSettings(['BASE_ULR'])).toEqual(['BASE_ULR']);
});

test('every file that a setting names is a key of the secret, which contains no values', () => {
  const [secret] = files.get('base/secret.example.yaml') ?? [];
  const paths = PARTS.flatMap((part) => readKustomization(part).configMapGenerator ?? [])
    .flatMap(({ literals }) => literals)
    .filter((literal) => /^\w+_FILE=/.test(literal))
    .map((literal) => literal.split('=')[1]);
  const keys = Object.keys(secret?.['stringData']);
  expect(paths.sort()).toEqual(keys.map((key) => `/secrets/${key}`).sort());
  expect(Object.values(secret?.['stringData']).join('')).toBe('');
  for (const workload of ours)
    expect(JSON.stringify(podOf(workload).volumes)).toContain(secret?.metadata.name);
});

test('no pod may do more than the restricted profile allows, and none gets a token', () => {
  for (const workload of workloads) {
    const pod = podOf(workload);
    const name = workload.metadata.name;
    expect(pod, name).toMatchObject({
      automountServiceAccountToken: false,
      serviceAccountName: 'lamplight',
      securityContext: {
        runAsNonRoot: true,
        runAsUser: 65532,
        seccompProfile: { type: 'RuntimeDefault' },
      },
    });
    for (const container of containersOf(workload)) {
      expect(container.securityContext, name).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(container.resources.requests.cpu, name).toBeTruthy();
      expect(container.resources.limits.memory, name).toBeTruthy();
    }
  }
});

test('probes request paths that exist, at ports the container has', () => {
  const health = readFileSync('src/platform/http/health.ts', 'utf8');
  const metrics = readFileSync('src/platform/metrics/metrics.ts', 'utf8');
  for (const workload of ours.filter(({ kind }) => kind === 'Deployment')) {
    const [container] = podOf(workload).containers;
    const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe];
    expect(container.livenessProbe, workload.metadata.name).toBeDefined();
    for (const { httpGet } of probes.filter(Boolean)) {
      const ports = container.ports.map((port: { name: string }) => port.name);
      expect(ports).toContain(httpGet.port);
      expect(httpGet.port === 'http' ? health : metrics).toContain(`'${httpGet.path}'`);
    }
  }
});

test('a pod has time for what the program needs to end', () => {
  const server = readFileSync('src/start/serve.ts', 'utf8');
  const close = Number(/CLOSE_MS = ([\d_]+)/.exec(server)?.[1]?.replaceAll('_', '')) / 1000;
  const literals = readKustomization('base').configMapGenerator?.[0]?.literals ?? [];
  const drain = Number(literals.find((one) => one.startsWith('DRAIN_SECONDS='))?.split('=')[1]);
  expect(drain + close).toBeGreaterThan(0);
  for (const workload of ours.filter(({ kind }) => kind === 'Deployment'))
    expect(podOf(workload).terminationGracePeriodSeconds).toBeGreaterThan(drain + close);
});

test('every selector finds pods, and every name that is referred to is there', () => {
  const isFound = (labels: Record<string, string>) =>
    workloads.some((workload) =>
      Object.entries(labels).every(([label, value]) => labelsOf(workload)[label] === value),
    );
  const selectors = manifests.flatMap(({ kind, metadata, spec }) => {
    const found = [spec?.selector?.matchLabels, spec?.podSelector?.matchLabels];
    if (kind === 'Service') found.push(spec.selector);
    return found.filter(Boolean).map((labels) => ({ name: `${kind} ${metadata.name}`, labels }));
  });
  expect(selectors.length).toBeGreaterThan(10);
  for (const { name, labels } of selectors) expect(isFound(labels), name).toBe(true);

  const named = (kind: string) =>
    manifests.filter((one) => one.kind === kind).map(({ metadata }) => metadata.name);
  const [ingress] = manifests.filter(({ kind }) => kind === 'Ingress') as [Manifest];
  for (const rule of ingress['spec'].rules)
    for (const path of rule.http.paths)
      expect(named('Service')).toContain(path.backend.service.name);
  const [scaler] = manifests.filter(({ kind }) => kind === 'HorizontalPodAutoscaler');
  expect(named('Deployment')).toContain(scaler?.['spec'].scaleTargetRef.name);
});

test('GitOps: no resource is one that cannot be applied again, and each web pod migrates first', () => {
  expect(manifests.map(({ kind }) => kind)).not.toContain('Job');
  const web = ours.find(({ metadata }) => metadata.name === 'lamplight-web') as Manifest;
  expect(podOf(web).initContainers[0].args).toEqual(['migrate', '--wait']);
});

test('no proxy is trusted until the operator names one: the program rejects the value in the file', () => {
  const literals = readKustomization('base').configMapGenerator?.[0]?.literals ?? [];
  const value = literals.find((one) => one.startsWith('TRUSTED_PROXIES='))?.split('=')[1] ?? '';
  expect(() => trustedProxies(value)).toThrow('TRUSTED_PROXIES');
});

test('network policies: they allow every common neighbour, and leave other pods alone', () => {
  const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy');
  const named = (name: string) =>
    policies.find(({ metadata }) => metadata.name === name)?.['spec'] as Manifest['spec'];
  type Rule = { to?: unknown; ports: { protocol: string; port: number }[] };
  const anywhere: Rule[] = named('lamplight-neighbours').egress.filter((one: Rule) => !one.to);
  const open = anywhere.flatMap(({ ports }) => ports).map((one) => `${one.protocol} ${one.port}`);
  // DNS also by NodeLocal DNSCache and OpenShift, PostgreSQL, PgBouncer, Redis, S3, MinIO.
  for (const port of [5432, 6432, 6379, 443, 9000]) expect(open).toContain(`TCP ${port}`);
  for (const port of [53, 5353])
    expect(open).toEqual(expect.arrayContaining([`UDP ${port}`, `TCP ${port}`]));
  // An empty selector would cut off cert-manager's solver, and a database in the same namespace.
  for (const { metadata, spec } of policies)
    expect(Object.keys(spec.podSelector), metadata.name).not.toEqual([]);
});

test('the alerts of the Prometheus operator are those of rules.yaml', () => {
  const [rule] = files.get('components/prometheus-operator/prometheus-rule.yaml') ?? [];
  const [rules] = readManifests(readFileSync('deploy/prometheus/rules.yaml', 'utf8'));
  expect(rule?.['spec'].groups).toEqual(rules?.['groups']);
});

test.skipIf(!hasBinary('kubectl'))(
  'kubectl builds every overlay, and what comes out is accepted',
  () => {
    for (const overlay of OVERLAYS) {
      const built = buildOverlay(overlay);
      for (const manifest of built) expect(() => validate(manifest), manifest.kind).not.toThrow();
      // Every pod reads the settings under the name they were given, and an image of a version.
      const name = built.find(({ kind }) => kind === 'ConfigMap')?.metadata.name;
      expect(name).toMatch(/^lamplight-settings-/);
      for (const workload of built.filter((one) => ours.some(({ kind }) => kind === one.kind)))
        for (const { image, envFrom = [] } of containersOf(workload)) {
          expect(image).toMatch(/:/);
          for (const { configMapRef } of envFrom) expect(configMapRef.name).toBe(name);
        }
    }
  },
);

test.skipIf(!hasBinary('kubectl'))(
  'the small site is one process that does everything, the large one has a worker and no fixed number',
  () => {
    const deployment = (built: Manifest[], name: string) =>
      built.find((one) => one.kind === 'Deployment' && one.metadata.name === name) as Manifest;
    const small = deployment(buildOverlay('overlays/small'), 'lamplight-web');
    expect(podOf(small).containers[0].env).toEqual([{ name: 'ROLE', value: 'both' }]);
    expect(small['spec'].replicas).toBe(1);
    const large = buildOverlay('overlays/large');
    expect(deployment(large, 'lamplight-web')['spec'].replicas).toBeUndefined();
    expect(podOf(deployment(large, 'lamplight-worker')).containers[0].env).toEqual([
      { name: 'ROLE', value: 'worker' },
    ]);
  },
);
