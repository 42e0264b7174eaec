import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

/** As far as the tests look into one. */
export type Manifest = {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  // biome-ignore lint/suspicious/noExplicitAny: each kind has a shape of its own, checked by its schema.
  [field: string]: any;
};

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
  return parseAllDocuments(text, { merge: true }).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return document.toJS() as Manifest;
  });
}

export function readKustomization(directory: string): Kustomization {
  const [found] = readManifests(readText(join(directory, 'kustomization.yaml')));
  return found as unknown as Kustomization;
}

function readText(path: string): string {
  return readFileSync(join(KUBERNETES, path), 'utf8');
}
