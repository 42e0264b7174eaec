import {
  Asterisk,
  Bold,
  Code,
  Heading2,
  Heading3,
  Image,
  Italic,
  Link,
  List,
  ListOrdered,
  ListTodo,
  Minus,
  Quote,
  Redo2,
  Sigma,
  SquareCode,
  Strikethrough,
  Table,
  Undo2,
} from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { Icon } from '../../ui/icons.tsx';

/** The tools of the toolbar; client/editor/tools.ts implements them. */
export type Tool =
  | 'h2'
  | 'h3'
  | 'bold'
  | 'italic'
  | 'strike'
  | 'code'
  | 'link'
  | 'quote'
  | 'bullets'
  | 'numbers'
  | 'tasks'
  | 'code_block'
  | 'image'
  | 'table'
  | 'formula'
  | 'footnote'
  | 'rule'
  | 'undo'
  | 'redo';

type Button = { tool: Tool; icon: string; keys?: string };

const GROUPS: readonly (readonly Button[])[] = [
  [
    { tool: 'h2', icon: Heading2, keys: 'Mod+Alt+2' },
    { tool: 'h3', icon: Heading3, keys: 'Mod+Alt+3' },
  ],
  [
    { tool: 'bold', icon: Bold, keys: 'Mod+B' },
    { tool: 'italic', icon: Italic, keys: 'Mod+I' },
    { tool: 'strike', icon: Strikethrough, keys: 'Mod+Shift+S' },
    { tool: 'code', icon: Code, keys: 'Mod+E' },
    { tool: 'link', icon: Link, keys: 'Mod+K' },
  ],
  [
    { tool: 'quote', icon: Quote, keys: 'Mod+Shift+B' },
    { tool: 'bullets', icon: List, keys: 'Mod+Shift+8' },
    { tool: 'numbers', icon: ListOrdered, keys: 'Mod+Shift+7' },
    { tool: 'tasks', icon: ListTodo, keys: 'Mod+Shift+9' },
    { tool: 'code_block', icon: SquareCode, keys: 'Mod+Alt+C' },
  ],
  [
    { tool: 'image', icon: Image },
    { tool: 'table', icon: Table },
    { tool: 'formula', icon: Sigma, keys: 'Mod+Alt+M' },
    { tool: 'footnote', icon: Asterisk, keys: 'Mod+Alt+F' },
    { tool: 'rule', icon: Minus },
  ],
  [
    { tool: 'undo', icon: Undo2, keys: 'Mod+Z' },
    { tool: 'redo', icon: Redo2, keys: 'Mod+Shift+Z' },
  ],
];

/** One tab stop; the arrow keys move inside (client/editor/toolbar.ts). */
export function EditorToolbar({ visit, without }: { visit: PageView; without?: Tool }) {
  const { t } = visit;
  return (
    <div
      id="write-toolbar"
      class="write-toolbar"
      role="toolbar"
      aria-label={t('write.toolbar')}
      aria-controls="write-body"
    >
      {GROUPS.map((group) => (
        <div key={group[0]?.tool} class="write-tools">
          {group
            .filter(({ tool }) => tool !== without)
            .map(({ tool, icon, keys }) => (
              <button
                key={tool}
                type="button"
                class="icon-button"
                data-tool={tool}
                {...(keys ? { 'data-keys': keys } : {})}
                title={t(`write.tool_${tool}`)}
                aria-label={t(`write.tool_${tool}`)}
                tabIndex={-1}
              >
                <Icon of={icon} size={18} />
              </button>
            ))}
        </div>
      ))}
      <button
        id="write-language"
        type="button"
        class="button button-small"
        tabIndex={-1}
        aria-haspopup="dialog"
        hidden
      />
      <input
        id="write-image"
        type="file"
        accept="image/jpeg,image/png,image/gif,image/webp"
        multiple
        hidden
        aria-label={t('write.tool_image')}
      />
    </div>
  );
}
