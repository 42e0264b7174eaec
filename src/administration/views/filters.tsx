import { SlidersHorizontal, X } from 'lucide-static';
import type { ComponentChildren } from 'preact';
import type { PageView } from '../../platform/http/page.ts';
import { Icon } from '../../ui/icons.tsx';

type FiltersProps = {
  visit: PageView;
  /** Filters are part of the page's address, so that it can be shared and bookmarked. */
  path: string;
  /** Whether any of them is set. */
  active: boolean;
  /** Parameters of the address besides the fields. */
  hidden?: Record<string, string | undefined>;
  children: ComponentChildren;
};

export function Filters({ visit, path, active, hidden = {}, children }: FiltersProps) {
  const { t } = visit;
  return (
    <search>
      <form class="staff-filters" method="get" action={path}>
        {Object.entries(hidden).map(([name, value]) =>
          value ? <input key={name} type="hidden" name={name} value={value} /> : null,
        )}
        {children}
        <div class="staff-filters-buttons">
          <button class="button button-small" type="submit">
            <Icon of={SlidersHorizontal} size={14} />
            {t('admin.filters.apply')}
          </button>
          {active ? (
            <a class="button button-small button-quiet" href={path}>
              <Icon of={X} size={14} />
              {t('admin.filters.clear')}
            </a>
          ) : null}
        </div>
      </form>
    </search>
  );
}

type FilterTextProps = {
  name: string;
  label: string;
  value: string | number | undefined;
  hint?: string;
  type?: 'search' | 'date';
  /** A number pad on phones, and a narrow box. */
  numeric?: boolean;
  wide?: boolean;
  /** The label is inside the box, for one-line forms. */
  inline?: boolean;
};

export function FilterText(props: FilterTextProps) {
  const { name, label, value, hint, type, numeric, wide, inline } = props;
  const placeholder = inline ? label : hint;
  return (
    <label class={wide ? 'staff-filter staff-filter-wide' : 'staff-filter'}>
      <span class={inline ? 'visually-hidden' : 'staff-filter-label'}>{label}</span>
      <input
        class={
          numeric ? 'input staff-filter-input staff-filter-number' : 'input staff-filter-input'
        }
        // The JSX types accept only a literal type here.
        type={(type ?? 'search') as 'search'}
        name={name}
        value={value ?? ''}
        autocomplete="off"
        {...(placeholder ? { placeholder } : {})}
        {...(numeric ? { inputMode: 'numeric' as const, pattern: '[0-9]*' } : {})}
      />
    </label>
  );
}

type FilterChoiceProps = {
  name: string;
  label: string;
  any: string;
  value: string | undefined;
  choices: { value: string; label: string }[];
};

export function FilterChoice({ name, label, any, value, choices }: FilterChoiceProps) {
  return (
    <label class="staff-filter">
      <span class="staff-filter-label">{label}</span>
      <select class="input select staff-filter-input" name={name}>
        <option value="">{any}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} selected={choice.value === value}>
            {choice.label}
          </option>
        ))}
      </select>
    </label>
  );
}
