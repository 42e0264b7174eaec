import { type App, operations } from '../platform/http/app-types.ts';
import { ListQuery, PageOf } from '../platform/http/pagination.ts';
import { RoutedParams, readOwnId, readRoutedId } from '../platform/http/routed-id.ts';
import { IdParams, NoContent, UidParams } from '../platform/http/validation.ts';
import {
  addPost,
  getPostSeries,
  movePost,
  orderPosts,
  removePost,
  setPostSeries,
} from './actions/arrange-posts.ts';
import { changeSeries, createSeries, removeSeries } from './actions/change-series.ts';
import { getSeries, listSeriesOf } from './actions/read-series.ts';
import * as schema from './schema.ts';

const { asMember, asOptional, asToggle } = operations('series');
const ofSeries = { params: RoutedParams };
const ofPost = { params: schema.SeriesPostParams };

/** Ordered lists of an author's own posts. */
export function seriesRoutes(app: App): void {
  readRoutes(app);
  textRoutes(app);
  orderRoutes(app);
  postRoutes(app);
}

function readRoutes(app: App): void {
  app.get(
    '/api/series',
    asMember({
      operationId: 'listOwnSeries',
      summary: "The caller's series, the newest first",
      querystring: ListQuery,
      response: { 200: PageOf(schema.SeriesSummary) },
    }),
    ({ ctx, member, query }) => listSeriesOf(ctx, member, member.uid, query),
  );

  app.get(
    '/api/users/:uid/series',
    asOptional({
      operationId: 'listSeriesOfUser',
      summary: "An author's series with a public post; all of them for the author",
      params: UidParams,
      querystring: ListQuery,
      response: { 200: PageOf(schema.SeriesSummary) },
    }),
    ({ ctx, viewer, params, query }) => listSeriesOf(ctx, viewer, params.uid, query),
  );

  app.get(
    '/api/series/:id',
    asOptional({
      ...ofSeries,
      operationId: 'getSeries',
      summary: 'A series and its posts, in order',
      description: 'The author also sees posts that are not public; they have no number.',
      response: { 200: schema.Series },
    }),
    ({ ctx, viewer, params }) => getSeries(ctx, viewer, readRoutedId(params.id)),
  );
}

function textRoutes(app: App): void {
  app.post(
    '/api/series',
    asMember({
      operationId: 'createSeries',
      summary: 'Creates a series',
      body: schema.CreateSeriesBody,
      response: { 201: schema.SeriesSummary },
    }),
    (request) => createSeries(request.ctx, request.member, request.body),
  );

  app.put(
    '/api/series/:id',
    asMember({
      ...ofSeries,
      operationId: 'updateSeries',
      summary: 'Changes the title and the description; a missing field stays unchanged',
      body: schema.UpdateSeriesBody,
      response: { 200: schema.SeriesSummary },
    }),
    ({ ctx, member, params, body }) =>
      changeSeries(ctx, member, readOwnId(params.id, member), body),
  );

  app.delete(
    '/api/series/:id',
    asMember({
      ...ofSeries,
      operationId: 'deleteSeries',
      summary: 'Deletes a series; its posts stay',
      response: NoContent,
    }),
    ({ ctx, member, params }) => removeSeries(ctx, member, readOwnId(params.id, member)),
  );
}

function orderRoutes(app: App): void {
  app.put(
    '/api/series/:id/order',
    asToggle({
      ...ofSeries,
      operationId: 'orderSeries',
      summary: 'Sets the order of all posts',
      description: 'Refused with the current order if somebody has changed the series since.',
      body: schema.OrderBody,
      response: { 200: schema.Series },
    }),
    ({ ctx, member, params, body }) => orderPosts(ctx, member, readOwnId(params.id, member), body),
  );

  app.post(
    '/api/series/:id/posts',
    asToggle({
      ...ofSeries,
      operationId: 'addToSeries',
      summary: 'Adds an own post at the end',
      description: 'Adding it again changes nothing. A post is in one series at most.',
      body: schema.AddPostBody,
      response: { 200: schema.Series },
    }),
    ({ ctx, member, params, body }) =>
      addPost(ctx, member, readOwnId(params.id, member), body.post_id),
  );

  app.put(
    '/api/series/:id/posts/:post_id',
    asToggle({
      ...ofPost,
      operationId: 'moveInSeries',
      summary: 'Moves one post to another position',
      body: schema.MovePostBody,
      response: { 200: schema.Series },
    }),
    ({ ctx, member, params, body }) => {
      const post = { id: readOwnId(params.id, member), post_id: params.post_id };
      return movePost(ctx, member, post, body);
    },
  );

  app.delete(
    '/api/series/:id/posts/:post_id',
    asToggle({
      ...ofPost,
      operationId: 'removeFromSeries',
      summary: 'Takes a post out of a series',
      response: NoContent,
    }),
    ({ ctx, member, params }) =>
      removePost(ctx, member, readOwnId(params.id, member), params.post_id),
  );
}

function postRoutes(app: App): void {
  app.get(
    '/api/posts/:id/series',
    asMember({
      operationId: 'getPostSeries',
      summary: 'In which series an own post is',
      params: IdParams,
      response: { 200: schema.PostSeries },
    }),
    ({ ctx, member, params }) => getPostSeries(ctx, member, params.id),
  );

  app.put(
    '/api/posts/:id/series',
    asToggle({
      operationId: 'setPostSeries',
      summary: 'Moves an own post into a series, or out of its series',
      description: 'It comes last. The text and the version of the post do not change.',
      params: IdParams,
      body: schema.SetSeriesBody,
      response: { 200: schema.PostSeries },
    }),
    ({ ctx, member, params, body }) => setPostSeries(ctx, member, params.id, body.series_id),
  );
}
