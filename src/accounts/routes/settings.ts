import { Type } from 'typebox';
import { type App, operations } from '../../platform/http/app-types.ts';
import { ListQuery, PageOf } from '../../platform/http/pagination.ts';
import { NoBody, NoContent } from '../../platform/http/validation.ts';
import { changePassword } from '../actions/change-password.ts';
import { deleteAccount } from '../actions/delete-account.ts';
import {
  endOtherSessions,
  endSession,
  listSessions,
  setRemark,
} from '../actions/manage-sessions.ts';
import * as schema from '../schema.ts';
import { clearTokens, deliverLogin } from '../transport.ts';

const { asMember, route } = operations('settings');
/** Per address (SPEC §8) and per member: a stolen session must not guess on from many addresses. */
const asPassword = route('member', ['sensitive', 'password']);

export function accountSettingRoutes(app: App): void {
  app.put(
    '/api/settings/password',
    asPassword({
      operationId: 'changePassword',
      summary: 'Changes the password, ends all other sessions and renews this one',
      body: schema.ChangePasswordBody,
      response: { 200: schema.OpenedSession },
    }),
    async (request, reply) =>
      deliverLogin(request, reply, await changePassword(request.ctx, request.member, request.body)),
  );

  app.post(
    '/api/settings/delete-account',
    asPassword({
      operationId: 'deleteAccount',
      summary: 'Deletes the account; logging in within the window can restore it',
      body: schema.DeleteAccountBody,
      response: { 200: schema.DeletedAccount },
    }),
    async (request, reply) => {
      const { restorable_until } = await deleteAccount(
        request.ctx,
        request.member,
        request.body.password,
      );
      clearTokens(reply);
      return { restorable_until: restorable_until.toISOString() };
    },
  );

  app.get(
    '/api/settings/sessions',
    asMember({
      operationId: 'listSessions',
      summary: 'The devices this account is signed in on',
      querystring: ListQuery,
      response: { 200: PageOf(schema.Device) },
    }),
    (request) => listSessions(request.ctx, request.member, request.query),
  );

  app.delete(
    '/api/settings/sessions/:sid',
    asMember({
      operationId: 'endSession',
      summary: 'Signs one device out',
      params: schema.SessionParams,
      response: NoContent,
    }),
    (request) => endSession(request.ctx, request.member, request.params.sid),
  );

  app.post(
    '/api/settings/sessions/destroy-others',
    asMember({
      operationId: 'endOtherSessions',
      summary: 'Signs all other devices out',
      body: NoBody,
      response: { 200: Type.Object({ ended: Type.Integer() }) },
    }),
    async (request) => ({ ended: await endOtherSessions(request.ctx, request.member) }),
  );

  app.put(
    '/api/settings/sessions/:sid/remark',
    asMember({
      operationId: 'setSessionRemark',
      summary: 'Names a device',
      params: schema.SessionParams,
      body: schema.RemarkBody,
      response: { 200: schema.RemarkBody },
    }),
    async (request) => {
      await setRemark(request.ctx, request.member, request.params.sid, request.body.remark);
      return { remark: request.body.remark.trim() };
    },
  );
}
