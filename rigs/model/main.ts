import { spawn } from 'node:child_process';
import { once } from 'node:events';

export const USAGE = `npm run rig model   random operations against the service and a model of the rules; further options go to vitest
  MODEL_RUNS=n      number of runs, 300 by default
  MODEL_SEED=n MODEL_PATH=… MODEL_STEPS=…   repeat a failure, as it prints them`;

export async function main(args: string[]): Promise<boolean> {
  const vitest = ['vitest', 'run', '--project', 'fuzz', 'rigs/model', ...args];
  const [code] = await once(spawn('npx', vitest, { stdio: 'inherit' }), 'close');
  return code === 0;
}
