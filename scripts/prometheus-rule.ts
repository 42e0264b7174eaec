import { readFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';

/** deploy/prometheus/rules.yaml as a resource of the Prometheus operator. Kustomize can read no file outside its folder. */
export function prometheusRule(): string {
  const { groups } = parse(readFileSync('deploy/prometheus/rules.yaml', 'utf8'));
  const resource = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'lamplight' },
    spec: { groups },
  };
  const origin = '# Generated from deploy/prometheus/rules.yaml by `npm run generate`.\n';
  return origin + stringify(resource, { lineWidth: 0 });
}
