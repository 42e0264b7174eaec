import { readFileSync } from 'node:fs';
import { packagePath } from '../paths.ts';

/**
 * Runs before the rest of the program is imported, which an old Node may not even be able to parse. So this file and
 * its import use nothing new.
 */
export function findNodeProblem(): string | undefined {
  const required = requiredNodeVersion();
  if (Number(process.versions.node.split('.')[0]) >= required) return undefined;
  return `Node.js ${process.versions.node} is too old: install version ${required} or newer.`;
}

function requiredNodeVersion(): number {
  const { engines } = JSON.parse(readFileSync(packagePath('package.json'), 'utf8')) as {
    engines: { node: string };
  };
  return Number(/\d+/.exec(engines.node)?.[0]);
}
