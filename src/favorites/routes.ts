import { type App, operations } from '../platform/http/app-types.ts';
import { ListQuery, PageOf } from '../platform/http/pagination.ts';
import { RoutedParams, readOwnId, readRoutedId } from '../platform/http/routed-id.ts';
import { IdParams, NoContent, UidParams } from '../platform/http/validation.ts';
import { changeFolder, createFolder, removeFolder } from './actions/change-folder.ts';
import { getFolderStatus, listFolderItems, listFoldersOf } from './actions/read-folders.ts';
import { addToFolder, moveItem, removeFromFolder, toggleFavorite } from './actions/save-post.ts';
import * as schema from './schema.ts';

const { asMember, asOptional, asToggle } = operations('favorites');

/** SPEC §4, favorites. */
export function favoriteRoutes(app: App): void {
  buttonRoutes(app);
  folderRoutes(app);
  itemRoutes(app);
}

function buttonRoutes(app: App): void {
  app.post(
    '/api/posts/:id/favorite',
    asToggle({
      operationId: 'toggleFavorite',
      summary: 'Saves a post into the default folder, or takes it out of every own one',
      params: IdParams,
      body: schema.FavoriteBody,
      response: { 200: schema.FavoriteState },
    }),
    ({ ctx, member, params, body }) => toggleFavorite(ctx, member, params.id, body?.favorited),
  );

  app.get(
    '/api/posts/:id/folder-status',
    asOptional({
      operationId: 'getFolderStatus',
      summary: 'Whether the caller saved the post, and in which folders',
      params: IdParams,
      response: { 200: schema.FolderStatus },
    }),
    (request) => getFolderStatus(request.ctx, request.viewer, request.params.id),
  );
}

function folderRoutes(app: App): void {
  app.get(
    '/api/folders',
    asMember({
      operationId: 'listOwnFolders',
      summary: "The caller's folders, the default one first",
      querystring: ListQuery,
      response: { 200: PageOf(schema.Folder) },
    }),
    ({ ctx, member, query }) => listFoldersOf(ctx, member, member.uid, query),
  );

  app.get(
    '/api/users/:uid/folders',
    asOptional({
      operationId: 'listFoldersOfUser',
      summary: "A member's public folders; all of them for the member",
      params: UidParams,
      querystring: ListQuery,
      response: { 200: PageOf(schema.Folder) },
    }),
    ({ ctx, viewer, params, query }) => listFoldersOf(ctx, viewer, params.uid, query),
  );

  app.post(
    '/api/folders',
    asMember({
      operationId: 'createFolder',
      summary: 'Creates a folder',
      body: schema.CreateFolderBody,
      response: { 201: schema.Folder },
    }),
    (request) => createFolder(request.ctx, request.member, request.body),
  );

  app.put(
    '/api/folders/:id',
    asMember({
      operationId: 'updateFolder',
      summary: 'Changes a folder; a missing field stays unchanged',
      params: RoutedParams,
      body: schema.UpdateFolderBody,
      response: { 200: schema.Folder },
    }),
    ({ ctx, member, params, body }) =>
      changeFolder(ctx, member, readOwnId(params.id, member), body),
  );

  app.delete(
    '/api/folders/:id',
    asMember({
      operationId: 'deleteFolder',
      summary: 'Deletes a folder and its items; not the default one',
      params: RoutedParams,
      response: NoContent,
    }),
    ({ ctx, member, params }) => removeFolder(ctx, member, readOwnId(params.id, member)),
  );
}

function itemRoutes(app: App): void {
  app.get(
    '/api/folders/:id/posts',
    asOptional({
      operationId: 'listFolderItems',
      summary: 'The items of a public or an own folder, last saved first',
      params: RoutedParams,
      querystring: ListQuery,
      response: { 200: PageOf(schema.FolderItem) },
    }),
    ({ ctx, viewer, params, query }) =>
      listFolderItems(ctx, viewer, readRoutedId(params.id), query),
  );

  app.post(
    '/api/folders/:id/posts',
    asToggle({
      operationId: 'addToFolder',
      summary: 'Saves a post into a folder',
      description: 'Saving it again changes nothing.',
      params: RoutedParams,
      body: schema.AddPostBody,
      response: { 200: schema.FolderStatus },
    }),
    ({ ctx, member, params, body }) =>
      addToFolder(ctx, member, readOwnId(params.id, member), body.post_id),
  );

  app.put(
    '/api/folders/:id/posts/:post_id',
    asToggle({
      operationId: 'moveItem',
      summary: 'Moves a post into another own folder',
      description: 'If the target already contains it, it only leaves this folder.',
      params: schema.ItemParams,
      body: schema.MoveItemBody,
      response: { 200: schema.FolderStatus },
    }),
    ({ ctx, member, params, body }) => {
      const item = { id: readOwnId(params.id, member), post_id: params.post_id };
      return moveItem(ctx, member, item, body.folder_id);
    },
  );

  app.delete(
    '/api/folders/:id/posts/:post_id',
    asToggle({
      operationId: 'removeFromFolder',
      summary: 'Takes a post out of a folder',
      params: schema.ItemParams,
      response: NoContent,
    }),
    ({ ctx, member, params }) =>
      removeFromFolder(ctx, member, readOwnId(params.id, member), params.post_id),
  );
}
