import { type App, operations } from '../../platform/http/app-types.ts';
import { ListQuery, PageOf } from '../../platform/http/pagination.ts';
import { IdParams, NoBody } from '../../platform/http/validation.ts';
import { withdrawPost } from '../../posts/actions/change-post.ts';
import { listBin, restorePost } from '../../posts/actions/restore-post.ts';
import { cancelSchedule, schedulePost, submitPost } from '../../posts/actions/submit-post.ts';
import { DeletedPost } from '../../posts/bin-schema.ts';
import { OwnPost, ScheduleBody, SubmitBody } from '../../posts/schema.ts';

const { asMember } = operations('studio');

/** The way of an own post to its readers and back: submitting, schedules, withdrawing, and the bin. */
export function publishingRoutes(app: App): void {
  // D20: SPEC §4 names two paths; they are one handler.
  const submits = {
    submitPost: '/api/posts/:id/submit',
    submitOwnPost: '/api/studio/posts/:id/submit',
  };
  for (const [operationId, url] of Object.entries(submits)) {
    app.post(
      url,
      asMember({
        operationId,
        summary: 'Submits a post for review, or publishes it where review is off',
        description:
          'With `publish_at` it becomes public at that time: after an approval where review is on, else by itself.',
        params: IdParams,
        body: SubmitBody,
        response: { 200: OwnPost },
      }),
      (request) =>
        submitPost(request.ctx, request.member, request.params.id, request.body?.publish_at),
    );
  }

  app.post(
    '/api/studio/posts/:id/withdraw',
    asMember({
      operationId: 'withdrawPost',
      summary: 'Takes a post, or the edit of a public post, out of review',
      description:
        'D58: the post is a draft again; of a public post, the edit stays saved. Free of charge.',
      params: IdParams,
      body: NoBody,
      response: { 200: OwnPost },
    }),
    (request) => withdrawPost(request.ctx, request.member, request.params.id),
  );

  app.put(
    '/api/studio/posts/:id/schedule',
    asMember({
      operationId: 'schedulePost',
      summary: 'Submits a post with a time, or changes the time of a submitted one',
      description:
        'An approval stays valid when the time changes. With review off the post can still be edited until its time.',
      params: IdParams,
      body: ScheduleBody,
      response: { 200: OwnPost },
    }),
    (request) =>
      schedulePost(request.ctx, request.member, request.params.id, request.body.publish_at),
  );

  app.delete(
    '/api/studio/posts/:id/schedule',
    asMember({
      operationId: 'cancelSchedule',
      summary: 'Cancels the scheduled publication of a post',
      description: 'The post is a draft afterwards. 409 if it is public already.',
      params: IdParams,
      response: { 200: OwnPost },
    }),
    (request) => cancelSchedule(request.ctx, request.member, request.params.id),
  );

  app.get(
    '/api/studio/bin',
    asMember({
      operationId: 'listBin',
      summary: 'The posts that the caller deleted in the last 30 days, last deleted first',
      querystring: ListQuery,
      response: { 200: PageOf(DeletedPost) },
    }),
    (request) => listBin(request.ctx, request.member, request.query),
  );

  app.post(
    '/api/studio/bin/:id/restore',
    asMember({
      operationId: 'restorePost',
      summary: 'Restores a deleted post as a draft',
      description: 'D59: once for each post, and without a refund.',
      params: IdParams,
      body: NoBody,
      response: { 200: OwnPost },
    }),
    (request) => restorePost(request.ctx, request.member, request.params.id),
  );
}
