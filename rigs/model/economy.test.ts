import fc from 'fast-check';
import { expect, test } from 'vitest';
import { verifyIntegrity } from '../../src/integrity/actions.ts';
import type { Client } from '../../test/support/client.ts';
import { createWorld } from '../../test/support/world.ts';
import type { Command } from './command.ts';
import * as blocks from './commands/blocks.ts';
import * as energy from './commands/energy.ts';
import * as favorites from './commands/favorites.ts';
import * as posts from './commands/posts.ts';
import * as profiles from './commands/profiles.ts';
import * as readers from './commands/readers.ts';
import * as site from './commands/site.ts';
import * as staff from './commands/staff.ts';
import * as undo from './commands/undo.ts';
import { compare } from './compare.ts';
import { describeFailure, type Failure } from './failure.ts';
import { begin, waitForMorning } from './service.ts';

const RUNS = Number(process.env['MODEL_RUNS'] ?? 300);
const SEED = process.env['MODEL_SEED'];
const PATH = process.env['MODEL_PATH'];
/** The commands of the failing run that were executed; `fc.commands` needs them besides the path. */
const STEPS = process.env['MODEL_STEPS'];
/** Lengths up to this are equally likely: 40 on average. */
const COMMANDS_MAX = 80;
/** Also ends shrinking: a long counterexample is better than none. */
const LIMIT_MS = Math.max(120_000, RUNS * 3000);
const MARGIN_MS = 60_000;

const world = await createWorld({
  LIMIT_SENSITIVE: 'off',
  LIMIT_MEMBER: 'off',
  LIMIT_ANONYMOUS: 'off',
});
waitForMorning(world);

/** Relative frequencies. */
const KINDS: [number, fc.Arbitrary<Command>][] = [
  [3, posts.createPost],
  [4, posts.editPost],
  [3, posts.submitPost],
  [1, posts.deletePost],
  [1, posts.deletePostTwice],
  [2, posts.restorePost],
  [6, readers.react],
  [4, readers.follow],
  [2, blocks.blockForAWhile],
  [5, readers.comment],
  [5, readers.reply],
  [4, readers.deleteComment],
  [4, favorites.favorite],
  [2, favorites.favoriteTwice],
  [2, favorites.createFolder],
  [1, favorites.deleteFolder],
  [4, favorites.addToFolder],
  [2, favorites.takeFromFolder],
  [7, energy.energize],
  [2, energy.checkInByHand],
  [2, energy.arriveManyTimes],
  [1, energy.visit],
  [5, profiles.changeProfile],
  [2, profiles.withdrawChange],
  [2, profiles.withdrawTwice],
  [6, staff.review],
  [1, staff.remove],
  [1, staff.removeComment],
  [3, staff.decide],
  [2, staff.decideTwice],
  [3, site.nextDay],
  [3, site.flipSwitch],
  [2, site.banOrUnban],
  [3, undo.undoReview],
  [1, undo.undoRemoval],
  [1, undo.undoCommentRemoval],
  [2, undo.undoBan],
];

/** Every run begins with two posts and a member with a name, review on or off. */
function runOf(owner: Client, commands: fc.Arbitrary<Iterable<Command>>) {
  return fc.asyncProperty(fc.boolean(), commands, async (audit, operations) => {
    const { model, service } = await begin(world, owner);
    for (const who of [1, 2]) await posts.create(model, service, { who, draft: false });
    await profiles.change(model, service, { who: 2, username: 'Wick' });
    if (audit) await site.flip(model, service);
    await fc.asyncModelRun(() => ({ model, real: service }), operations);
    await compare(model, service);
  });
}

test(
  'D18–D43, D59, D68 for any order of operations by members and staff, the service responds as the rules require',
  async () => {
    const owner = await world.member({ role: 'owner' });
    const kinds = KINDS.flatMap(([weight, kind]) => Array.from({ length: weight }, () => kind));
    const commands = fc.commands(kinds, {
      maxCommands: COMMANDS_MAX,
      size: 'max',
      ...(STEPS ? { replayPath: STEPS } : {}),
    });
    const result = await fc.check(runOf(owner, fc.noBias(commands)), {
      numRuns: RUNS,
      interruptAfterTimeLimit: LIMIT_MS,
      markInterruptAsFailure: true,
      ...(SEED ? { seed: Number(SEED) } : {}),
      ...(PATH ? { path: PATH } : {}),
    });
    if (result.failed) throw new Error(describeFailure(result as Failure));
    const { clean, checks } = await verifyIntegrity(world.ctx, { repair: false });
    expect(checks.filter((check) => check.total > 0)).toEqual([]);
    expect(clean).toBe(true);
  },
  LIMIT_MS + MARGIN_MS,
);
