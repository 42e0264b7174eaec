import { addPost } from '../../series/actions/arrange-posts.ts';
import { createSeries } from '../../series/actions/change-series.ts';
import type { StepOf } from '../plan/steps.ts';
import { assertDefined, postOf, type SeedState, viewerOf } from './state.ts';

export async function addSeries(state: SeedState, step: StepOf<'create_series'>): Promise<void> {
  const { series } = step;
  const { id } = await createSeries(state.at(step.when), viewerOf(state, step), series);
  state.series.set(series, id);
}

export async function addPart(state: SeedState, step: StepOf<'add_to_series'>): Promise<void> {
  const { series, post } = step;
  const id = assertDefined(state.series.get(series), series.title);
  await addPost(state.at(step.when), viewerOf(state, step), id, postOf(state, post).id);
}
