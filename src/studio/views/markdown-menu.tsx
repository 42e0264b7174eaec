import { FileDown, FileText, FileUp } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { LOCALES } from '../../platform/i18n.ts';
import { Icon } from '../../ui/icons.tsx';

const ACCEPT = '.md,.markdown,.mdown,.mkd,.txt,text/markdown,text/plain';

/** The editor's menu for Markdown (client/markdown/menu.ts). */
export function MarkdownMenu({ visit }: { visit: PageView }) {
  const { t, locale } = visit;
  return (
    <>
      <button
        type="button"
        class="button button-small"
        popovertarget="markdown-menu"
        aria-haspopup="true"
      >
        Markdown
      </button>
      <div
        id="markdown-menu"
        popover="auto"
        class="popover menu markdown-menu"
        data-locale={locale}
        data-words={JSON.stringify(LOCALES[locale].markdown)}
      >
        <button type="button" class="menu-item" data-markdown="copy">
          <Icon of={FileText} size={16} />
          {t('markdown.copy')}
        </button>
        <button type="button" class="menu-item" data-markdown="download">
          <Icon of={FileDown} size={16} />
          {t('markdown.download')}
        </button>
        <button type="button" class="menu-item" data-markdown="import">
          <Icon of={FileUp} size={16} />
          {t('markdown.import')}
        </button>
      </div>
      <input
        id="markdown-file"
        type="file"
        accept={ACCEPT}
        multiple
        hidden
        aria-label={t('markdown.import')}
      />
    </>
  );
}

/** Beside the drafts; needs a script (client/markdown/import-button.ts). */
export function MarkdownImport({ visit }: { visit: PageView }) {
  const { t, locale } = visit;
  return (
    <p
      id="markdown-import"
      class="markdown-import live-only"
      data-locale={locale}
      data-words={JSON.stringify(LOCALES[locale].markdown)}
    >
      <button type="button" class="button button-small">
        <Icon of={FileUp} size={16} />
        {t('markdown.import')}
      </button>
      <span class="field-hint">{t('markdown.import_hint')}</span>
      <input type="file" accept={ACCEPT} multiple hidden aria-label={t('markdown.import')} />
    </p>
  );
}
