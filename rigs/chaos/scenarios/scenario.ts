import { setTimeout as sleep } from 'node:timers/promises';
import { type Crowd, startCrowd, type World } from '../clients.ts';
import type { Metric } from '../metrics.ts';
import type { RigOptions } from '../site/rig.ts';

/** A fault of RELIABILITY's programme: how it is made, and what may be seen of it. */
export type Scenario = {
  id: string;
  title: string;
  /** Its whole length; a shorter run has fewer or shorter faults. */
  minutes: number;
  /** What it takes besides the rest of the rig: programs, with the packages that have them. */
  needs?: Record<string, string>;
  /** What was acknowledged may be lost, and all that follows from it: it is counted, not judged. */
  may_lose?: true;
  rig?(
    seconds: number,
  ): Partial<Pick<RigOptions, 'settings' | 'clock_offsets_ms' | 'workers' | 'cluster'>>;
  run(world: World, stage: Stage): Promise<Metric[]>;
};

export type Stage = {
  seconds: number;
  /** Of the faults, apart from that of the operations. */
  random(): number;
  clients: number;
  /** Operations a second of all clients together. */
  rate: number;
};

/** Runs the crowd while something is done to the site; everything is well again when it ends. */
export async function underLoad(
  world: World,
  stage: Stage,
  disturb: (until: Until) => Promise<void>,
): Promise<void> {
  const crowd: Crowd = startCrowd(world, stage);
  const end = world.history.now() + stage.seconds * 1000;
  try {
    await disturb({
      end,
      isOver: (reserve = 0) => world.history.now() + reserve >= end,
      left: () => Math.max(0, end - world.history.now()),
    });
    await sleep(Math.max(0, end - world.history.now()));
  } finally {
    heal(world);
    await crowd.stop();
  }
}

export type Until = {
  end: number;
  isOver(reserveMs?: number): boolean;
  left(): number;
};

function heal({ rig }: World): void {
  rig.postgres.thaw();
  rig.redis.thaw();
  rig.to_postgres.heal();
  rig.to_redis.heal();
  for (const worker of rig.workers) worker.signal('SIGCONT');
}
