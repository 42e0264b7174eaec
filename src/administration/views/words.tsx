import { ListX } from 'lucide-static';
import { CATEGORIES, CHOICES, type Choices, IMPORT_MAX } from '../../automatic-rules/rules.ts';
import type { ListedWord, Tested } from '../../automatic-rules/schema.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Checkbox, Field, SubmitButton } from '../../ui/form.tsx';
import { nextPage } from '../../ui/list-address.ts';
import { Tag } from '../../ui/tag.tsx';
import { AdminLayout, type AdminPage } from './admin-layout.tsx';
import { Filters, FilterText } from './filters.tsx';
import { StaffCards } from './staff-cards.tsx';

const PATH = '/admin/words';
/** The test box of the page is part of its address; the API takes longer texts. */
export const TEXT_MAX = 1000;

type WordsProps = {
  admin: AdminPage;
  q: string | undefined;
  page: Page<ListedWord>;
  choices: Choices;
  test: { text: string | undefined; tested: Tested | undefined };
};

export function Words(props: WordsProps) {
  const { admin, q, page } = props;
  const { visit } = admin;
  const { t } = visit;
  return (
    <AdminLayout
      admin={admin}
      current="words"
      title={t('automatic_rules.title')}
      lead={t('automatic_rules.lead')}
    >
      <Test {...props} />
      <Import admin={admin} />
      <OtherRules {...props} />
      <h2>{t('automatic_rules.list')}</h2>
      <Filters visit={visit} path={PATH} active={q !== undefined}>
        <FilterText name="q" label={t('automatic_rules.search')} value={q} wide />
      </Filters>
      {page.items.length > 0 ? (
        <StaffCards
          visit={visit}
          label={t('automatic_rules.list')}
          next={nextPage(PATH, { q }, page.next_cursor)}
        >
          {page.items.map((word) => (
            <WordCard key={word.id} admin={admin} word={word} />
          ))}
        </StaffCards>
      ) : (
        <EmptyState icon={ListX} title={t('automatic_rules.empty')} />
      )}
    </AdminLayout>
  );
}

/** A GET, so that it works without scripts and changes nothing. */
function Test({ admin, test: { text = '', tested } }: WordsProps) {
  const { t } = admin.visit;
  return (
    <section>
      <h2>{t('automatic_rules.test')}</h2>
      <form method="get" action={PATH} class="form">
        <Field id="test-text" label={t('automatic_rules.test_hint')}>
          <textarea class="input" id="test-text" name="text" rows={3} maxLength={TEXT_MAX}>
            {text}
          </textarea>
        </Field>
        <SubmitButton class="button">{t('automatic_rules.test_submit')}</SubmitButton>
      </form>
      {tested ? (
        <div role="status">
          <p>{t(`automatic_rules.tested_${tested.outcome}`)}</p>
          <ul>
            {tested.found.map((hit) => (
              <li key={`${hit.start}-${hit.word}`}>
                {t('automatic_rules.tested_hit', { text: hit.text, word: hit.word })}{' '}
                <Tag>{t(`automatic_rules.category_${hit.category}`)}</Tag>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </section>
  );
}

function Import({ admin }: { admin: AdminPage }) {
  const { visit } = admin;
  const { t } = visit;
  return (
    <section>
      <h2>{t('automatic_rules.import')}</h2>
      <ActionForm visit={visit} action={PATH} class="form">
        <Field id="words" label={t('automatic_rules.import_hint')}>
          <textarea
            class="input"
            id="words"
            name="words"
            rows={4}
            maxLength={IMPORT_MAX}
            required
          />
        </Field>
        <Field
          id="category"
          label={t('automatic_rules.category')}
          hint={t('automatic_rules.category_hint')}
        >
          <select class="input" id="category" name="category" aria-describedby="category-hint">
            {CATEGORIES.map((category) => (
              <option key={category} value={category}>
                {t(`automatic_rules.category_${category}`)}
              </option>
            ))}
          </select>
        </Field>
        <Checkbox
          name="homophones"
          label={t('automatic_rules.homophones')}
          hint={t('automatic_rules.homophones_hint')}
          value="true"
          checked={false}
        />
        <SubmitButton class="button">{t('automatic_rules.add')}</SubmitButton>
      </ActionForm>
    </section>
  );
}

const LEVELS = Array.from({ length: CHOICES.level + 1 }, (_, level) => level);

function OtherRules({ admin, choices }: WordsProps) {
  const { visit } = admin;
  const { t } = visit;
  return (
    <section>
      <h2>{t('automatic_rules.choices')}</h2>
      <ActionForm visit={visit} action="/admin/automatic-rules/update" class="form">
        {(['links_level', 'pictures_level'] as const).map((name) => (
          <Field key={name} id={name} label={t(`automatic_rules.${name}`)}>
            <select class="input" id={name} name={name}>
              {LEVELS.map((level) => (
                <option key={level} value={level} selected={level === choices[name]}>
                  {level === 0 ? t('automatic_rules.nobody') : `Lv${level}`}
                </option>
              ))}
            </select>
          </Field>
        ))}
        {(['mentions_max', 'repeats_max', 'hosts_max'] as const).map((name) => (
          <Field key={name} id={name} label={t(`automatic_rules.${name}`)}>
            <input
              class="input"
              type="number"
              id={name}
              name={name}
              min={0}
              max={name === 'mentions_max' ? CHOICES.mentions : CHOICES.repeats}
              value={choices[name]}
              required
            />
          </Field>
        ))}
        <SubmitButton class="button">{t('automatic_rules.save')}</SubmitButton>
      </ActionForm>
    </section>
  );
}

function WordCard({ admin, word: { id, word, category, homophones } }: WordCardProps) {
  const { visit } = admin;
  const { t } = visit;
  return (
    <li class="staff-card" data-row>
      <div class="staff-card-head">
        <span>{word}</span>
        <span class="staff-links">
          {homophones ? <Tag>{t('automatic_rules.by_sound')}</Tag> : null}
          <Tag tone={category === 'refuse' ? 'danger' : 'info'}>
            {t(`automatic_rules.category_${category}`)}
          </Tag>
          <ActionForm visit={visit} action={`${PATH}/${id}/delete`}>
            <button
              class="button button-small"
              type="submit"
              aria-label={t('automatic_rules.remove_of', { word })}
            >
              {t('automatic_rules.remove')}
            </button>
          </ActionForm>
        </span>
      </div>
    </li>
  );
}

type WordCardProps = { admin: AdminPage; word: ListedWord };
