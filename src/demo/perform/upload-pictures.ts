import { uploadImage } from '../../uploads/actions.ts';
import { drawPicture } from '../pictures/draw.ts';
import type { Step, StepOf } from '../plan/steps.ts';
import { createScheduler } from '../scheduler.ts';
import { type SeedState, viewerOf } from './state.ts';

/** As many as the image converter runs at once. More would only wait in its queue, and could time out. */
const MAX_IN_FLIGHT = 2;

/**
 * Draws and uploads the pictures of all posts, in the order of the posts. Starts before everything else, because it
 * takes longest. Each upload waits until its author has an account.
 */
export async function uploadPictures(state: SeedState, steps: Step[]): Promise<void> {
  const scheduler = createScheduler(MAX_IN_FLIGHT);
  for (const step of steps) {
    if (step.kind !== 'write' || !step.post.source.picture) continue;
    const uploaded = Promise.withResolvers<string>();
    uploaded.promise.catch(() => {});
    state.pictures.set(step.post.source, uploaded.promise);
    scheduler.add({ exclusive: [] }, async () => {
      try {
        uploaded.resolve(await upload(state, step));
      } catch (error) {
        uploaded.reject(error);
        throw error;
      }
    });
  }
  await scheduler.finish();
}

async function upload(state: SeedState, step: StepOf<'write'>): Promise<string> {
  const { picture, title } = step.post.source;
  if (!picture) throw new Error(`${title} has no picture`);
  const bytes = await drawPicture(picture, title);
  await state.registered.get(step.by)?.promise;
  const ctx = state.at(step.when);
  const { url } = await uploadImage(ctx, viewerOf(state, step), 'post', bytes);
  return url;
}
