import fc from 'fast-check';
import type { Model, Post } from './model.ts';
import type { Service } from './service.ts';

export type Command = fc.AsyncCommand<Model, Service, false>;
type Act<Input> = (model: Model, service: Service, input: Input) => Promise<void>;

/** Creates a kind of command: its name, its input, and its effect on model and service. */
export function command<Input>(
  name: string,
  input: fc.Arbitrary<Input>,
  act: Act<Input>,
  isPossible: (model: Model, input: Input) => boolean = () => true,
): fc.Arbitrary<Command> {
  return input.map((value) => ({
    check: (model) => isPossible(model, value),
    run: (model, service) => act(model, service, value),
    toString: () => `${name}${JSON.stringify(value)}`,
  }));
}

/** Small numbers select from the existing items, so that shrinking can remove commands. */
export const who = fc.nat(2);
/** One time in ten. */
export const rarely = fc.nat(9).map((number) => number === 9);
export const desired = fc.option(fc.boolean(), { nil: undefined });

export function pick<T>(list: readonly T[], number: number): T {
  const found = list[number % list.length];
  if (found === undefined) throw new Error('there is nothing to pick from');
  return found;
}

export const hasPosts = (model: Model) => model.posts.length > 0;

/** Usually a post that exists: most operations on a deleted post only return 404. */
export const which = fc.record({ post: fc.nat(3), gone: rarely });

export function pickPost(model: Model, { post, gone }: { post: number; gone: boolean }): Post {
  const existing = model.posts.filter((one) => !one.deleted);
  return pick(gone || existing.length === 0 ? model.posts : existing, post);
}
