import fc from 'fast-check';
import { expect } from 'vitest';
import { command, desired, hasPosts, pick, pickPost, rarely, which, who } from '../command.ts';
import {
  canSee,
  countFavorites,
  type Folder,
  foldersWith,
  type Member,
  type Model,
  type Post,
  removeFromFolder,
  save,
  stopsOn,
  unlessHidden,
} from '../model.ts';
import { clientOf, type Service, sendAs, sendChecked } from '../service.ts';

/** D33: on adds to the default folder, off removes from every own folder. */
export const favorite = command(
  'favorite',
  fc.record({ who, which, desired }),
  async (model, service, input) => {
    const [member, post] = [pick(model.members, input.who), pickPost(model, input.which)];
    const response = await sendChecked(model, service, member, {
      method: 'POST',
      url: `/api/posts/${post.id}/favorite`,
      body: input.desired === undefined ? undefined : { favorited: input.desired },
      stops: () => stopsOn(post, member),
    });
    if (!response) return;
    const favorited = input.desired ?? !member.saved.has(post.id);
    if (favorited) await saveToDefault(model, service, member, post);
    else for (const folder of foldersWith(member, post)) removeFromFolder(member, folder, post.id);
    expect(response.body).toEqual({ favorited, favorite_count: countFavorites(model, post) });
  },
  hasPosts,
);

/** Two concurrent requests make one favorite. */
export const favoriteTwice = command(
  'favorite twice at once',
  fc.record({ who, which }),
  async (model, service, input) => {
    const [member, post] = [pick(model.members, input.who), pickPost(model, input.which)];
    // Checks the member in before the concurrent requests.
    await sendChecked(model, service, member, { method: 'GET', url: '/api/energy/info' });
    const url = `/api/posts/${post.id}/favorite`;
    const request = { method: 'POST', url, body: { favorited: true } } as const;
    const responses = await Promise.all([1, 2].map(() => sendAs(service, member, request)));
    await saveToDefault(model, service, member, post);
    const favorited = { favorited: true, favorite_count: countFavorites(model, post) };
    expect(responses.map((response) => response.body)).toEqual([favorited, favorited]);
  },
  (model, input) => {
    if (!hasPosts(model)) return false;
    const [member, post] = [pick(model.members, input.who), pickPost(model, input.which)];
    return !member.banned && stopsOn(post, member).length === 0;
  },
);

async function saveToDefault(
  model: Model,
  service: Service,
  member: Member,
  post: Post,
): Promise<void> {
  if (member.saved.has(post.id)) return;
  save(model, member, await defaultFolder(service, member), post);
}

/** Created by the service on first use, so its id is fetched. */
async function defaultFolder(service: Service, member: Member): Promise<Folder> {
  const known = member.folders.find((folder) => folder.is_default);
  if (known) return known;
  const { body } = await clientOf(service, member).get('/api/folders');
  const { id } = body.items.find((one: { is_default: boolean }) => one.is_default);
  const folder = { id, is_default: true, posts: new Set<number>() };
  member.folders.unshift(folder);
  return folder;
}

export const createFolder = command(
  'create folder',
  fc.record({ who }),
  async (model, service, input) => {
    const member = pick(model.members, input.who);
    const response = await sendChecked(model, service, member, {
      method: 'POST',
      url: '/api/folders',
      body: { name: '睡前读物' },
    });
    if (!response) return;
    expect(response.body).toMatchObject({ is_default: false, is_public: true, item_count: 0 });
    member.folders.push({ id: response.body.id, is_default: false, posts: new Set() });
  },
);

/** D33: not the default folder; posts in no other own folder are no longer favorites. */
export const deleteFolder = command(
  'delete folder',
  fc.record({ who, folder: fc.nat(5), asOther: rarely }),
  async (model, service, input) => {
    const { owner, folder } = pick(foldersIn(model), input.folder);
    const member = input.asOther ? pick(model.members, input.who) : owner;
    const response = await sendChecked(model, service, member, {
      method: 'DELETE',
      url: `/api/folders/${folder.id}`,
      stops: () => unlessHidden(owner !== member, folder.is_default ? ['default_folder'] : []),
    });
    if (!response) return;
    member.folders = member.folders.filter((one) => one !== folder);
    for (const id of folder.posts) removeFromFolder(member, folder, id);
  },
  hasFolders,
);

export const addToFolder = command(
  'add to folder',
  fc.record({ who, which, folder: fc.nat(5), asOther: rarely }),
  async (model, service, input) => {
    const { owner, folder } = pick(foldersIn(model), input.folder);
    const member = input.asOther ? pick(model.members, input.who) : owner;
    const post = pickPost(model, input.which);
    const response = await sendChecked(model, service, member, {
      method: 'POST',
      url: `/api/folders/${folder.id}/posts`,
      body: { post_id: post.id },
      stops: () =>
        unlessHidden(!canSee(member, post), [
          ...stopsOn(post, member),
          ...(owner === member ? [] : (['not_found'] as const)),
        ]),
    });
    if (!response) return;
    save(model, member, folder, post);
    expect(response.body).toEqual(folderStatus(member, post));
  },
  (model) => hasPosts(model) && hasFolders(model),
);

/** D33: also posts that are no longer public: the owner can remove them. */
export const takeFromFolder = command(
  'take from folder',
  fc.record({ which, folder: fc.nat(5) }),
  async (model, service, input) => {
    const { owner, folder } = pick(foldersIn(model), input.folder);
    const inside = [...folder.posts];
    const post = pickPost(model, input.which);
    const id = inside.length > 0 ? pick(inside, input.which.post) : post.id;
    const response = await sendChecked(model, service, owner, {
      method: 'DELETE',
      url: `/api/folders/${folder.id}/posts/${id}`,
      stops: () => (folder.posts.has(id) ? [] : ['not_found']),
    });
    if (response) removeFromFolder(owner, folder, id);
  },
  (model) => hasPosts(model) && hasFolders(model),
);

export function folderStatus(member: Member, post: Post) {
  const ids = foldersWith(member, post).map((folder) => folder.id);
  return { favorited: ids.length > 0, folder_ids: ids.sort((a, b) => a - b) };
}

function foldersIn(model: Model): { owner: Member; folder: Folder }[] {
  return model.members.flatMap((owner) => owner.folders.map((folder) => ({ owner, folder })));
}

function hasFolders(model: Model): boolean {
  return foldersIn(model).length > 0;
}
