import { Hash } from 'lucide-static';
import type { Page } from '../../platform/http/pagination.ts';
import { TAG_DESCRIPTION_MAX, TAG_LENGTH_MAX, tagPath } from '../../tags/rules.ts';
import type { ManagedTag } from '../../tags/schema.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field, SubmitButton } from '../../ui/form.tsx';
import { nextPage } from '../../ui/list-address.ts';
import { Tag as StateTag } from '../../ui/tag.tsx';
import { AdminLayout, type AdminPage } from './admin-layout.tsx';
import { Filters, FilterText } from './filters.tsx';
import { StaffCards } from './staff-cards.tsx';

const PATH = '/admin/tags';

type TagsProps = { admin: AdminPage; q: string | undefined; page: Page<ManagedTag> };

/** D60: rename, describe, merge and block tags. */
export function Tags({ admin, q, page }: TagsProps) {
  const { visit } = admin;
  const { t } = visit;
  return (
    <AdminLayout
      admin={admin}
      current="tags"
      title={t('admin.tags.title')}
      lead={t('admin.tags.lead')}
    >
      <Filters visit={visit} path={PATH} active={q !== undefined}>
        <FilterText name="q" label={t('admin.tags.search')} value={q} wide />
      </Filters>
      {page.items.length > 0 ? (
        <StaffCards
          visit={visit}
          label={t('admin.tags.list')}
          next={nextPage(PATH, { q }, page.next_cursor)}
        >
          {page.items.map((tag) => (
            <TagCard key={tag.id} admin={admin} tag={tag} />
          ))}
        </StaffCards>
      ) : (
        <EmptyState icon={Hash} title={t('admin.nothing_found')} />
      )}
    </AdminLayout>
  );
}

type TagCardProps = { admin: AdminPage; tag: ManagedTag };

function TagCard({ admin, tag }: TagCardProps) {
  const { t } = admin.visit;
  const { name, slug, blocked, merged_into, description } = tag;
  return (
    <li class="staff-card" data-row>
      <div class="staff-card-head">
        <a class="topic" href={tagPath(slug)} data-stop>
          {name}
        </a>
        <span class="staff-links">
          {blocked ? <StateTag tone="danger">{t('admin.tags.blocked')}</StateTag> : null}
          {merged_into ? (
            <StateTag tone="info">{t('admin.tags.merged', { name: merged_into.name })}</StateTag>
          ) : null}
          <span class="meta">
            {t('admin.tags.counts', { posts: tag.post_count, followers: tag.follower_count })}
          </span>
        </span>
      </div>
      {description ? <p>{description}</p> : null}
      <div class="staff-card-foot">
        {merged_into ? <Unmerge admin={admin} tag={tag} /> : <Changes admin={admin} tag={tag} />}
      </div>
    </li>
  );
}

function Unmerge({ admin, tag }: TagCardProps) {
  const { visit } = admin;
  return (
    <ActionForm visit={visit} action={`${PATH}/${tag.id}/unmerge`}>
      <SubmitButton class="button button-small">{visit.t('admin.tags.unmerge')}</SubmitButton>
    </ActionForm>
  );
}

function Changes({ admin, tag }: TagCardProps) {
  const { visit } = admin;
  const { t } = visit;
  const { id, blocked } = tag;
  return (
    <>
      <details>
        <summary>{t('admin.tags.edit')}</summary>
        <ActionForm visit={visit} action={`${PATH}/${id}/update`} class="form">
          <Field id={`name-${id}`} label={t('admin.tags.name')}>
            <input
              class="input"
              id={`name-${id}`}
              name="name"
              value={tag.name}
              maxLength={TAG_LENGTH_MAX}
              required
            />
          </Field>
          <Field id={`description-${id}`} label={t('admin.tags.description')}>
            <textarea
              class="input"
              id={`description-${id}`}
              name="description"
              rows={3}
              maxLength={TAG_DESCRIPTION_MAX}
            >
              {tag.description}
            </textarea>
          </Field>
          <SubmitButton class="button button-small">{t('admin.tags.save')}</SubmitButton>
        </ActionForm>
        <ActionForm visit={visit} action={`${PATH}/${id}/merge`} class="form">
          <Field
            id={`into-${id}`}
            label={t('admin.tags.merge_into')}
            hint={t('admin.tags.merge_hint')}
          >
            <input
              class="input"
              id={`into-${id}`}
              name="into"
              maxLength={TAG_LENGTH_MAX}
              aria-describedby={`into-${id}-hint`}
              autocomplete="off"
              required
            />
          </Field>
          <SubmitButton class="button button-small">{t('admin.tags.merge')}</SubmitButton>
        </ActionForm>
      </details>
      <ActionForm visit={visit} action={`${PATH}/${id}/${blocked ? 'unblock' : 'block'}`}>
        <button
          class={`button button-small button-quiet${blocked ? '' : ' staff-harm'}`}
          type="submit"
        >
          {t(blocked ? 'admin.tags.unblock' : 'admin.tags.block')}
          <span class="visually-hidden"> {tag.name}</span>
        </button>
      </ActionForm>
    </>
  );
}
