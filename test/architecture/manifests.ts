import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as apps from 'kubernetes-models/apps/v1';
import * as autoscaling from 'kubernetes-models/autoscaling/v2';
import * as batch from 'kubernetes-models/batch/v1';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import { parseAllDocuments } from 'yaml';
import { findBinary } from '../support/binaries.ts';

/** As far as the tests look into one. */
export type Manifest = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string> };
  // biome-ignore lint/suspicious/noExplicitAny: each kind has a shape of its own, checked by its schema.
  [field: string]: any;
};

type Model = new (manifest: Manifest) => { validate(): void };
const MODELS: Record<string, object> = {
  v1: core,
  'apps/v1': apps,
  'autoscaling/v2': autoscaling,
  'batch/v1': batch,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
};

/** Of the Prometheus operator, whose schemas are not at hand. */
export function isForeign({ apiVersion }: Manifest): boolean {
  return apiVersion === 'monitoring.coreos.com/v1';
}

/** Throws the error that the API server would return. */
export function validate(manifest: Manifest): void {
  const { apiVersion, kind } = manifest;
  const Kind = (MODELS[apiVersion] as Record<string, Model>)[kind] as Model;
  new Kind(manifest).validate();
}

const templateOf = ({ spec }: Manifest) => (spec.jobTemplate?.spec ?? spec).template;
export const podOf = (workload: Manifest) => templateOf(workload).spec;
export const labelsOf = (workload: Manifest) => templateOf(workload).metadata.labels;
export const containersOf = (workload: Manifest) => [
  ...(podOf(workload).initContainers ?? []),
  ...podOf(workload).containers,
];

export type Kustomization = {
  resources?: string[];
  components?: string[];
  images?: { name: string }[];
  configMapGenerator?: { name: string; behavior?: string; literals: string[] }[];
};

export const KUBERNETES = new URL('../../deploy/kubernetes/', import.meta.url).pathname;

/** Path below deploy/kubernetes → what stands in it. */
export function readManifestFiles(): Map<string, Manifest[]> {
  const paths = readdirSync(KUBERNETES, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.yaml') && !path.endsWith('kustomization.yaml'),
  );
  return new Map(paths.map((path) => [path, readManifests(readText(path))]));
}

export function readManifests(text: string): Manifest[] {
  const found = parseAllDocuments(text, { merge: true }).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return document.toJS() as Manifest | null;
  });
  // Helm leaves documents with nothing but a comment.
  return found.filter((manifest) => manifest !== null);
}

export function buildOverlay(overlay: string): Manifest[] {
  return readManifests(run('kubectl', 'kustomize', join(KUBERNETES, overlay)));
}

/** What `kubectl` or `helm` prints. */
export function run(program: 'kubectl' | 'helm', ...args: string[]): string {
  const found = findBinary(program, program === 'kubectl' ? 'kubernetes-client' : 'helm');
  const { status, stdout, stderr } = spawnSync(found, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr + stdout);
  return stdout;
}

export function readKustomization(directory: string): Kustomization {
  const [found] = readManifests(readText(join(directory, 'kustomization.yaml')));
  return found as unknown as Kustomization;
}

function readText(path: string): string {
  return readFileSync(join(KUBERNETES, path), 'utf8');
}
