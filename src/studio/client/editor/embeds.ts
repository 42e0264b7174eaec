import { Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { toast } from '../../../ui/client/toast.ts';
import { embedAddress } from '../paste/embeds.ts';
import { soleAddress } from './links.ts';

/** Sites whose addresses other editors turn into a player. */
const VIDEO_SITES =
  /(?:^|\.)(?:bilibili\.com|b23\.tv|youtube\.com|youtu\.be|v\.qq\.com|youku\.com|iqiyi\.com|douyin\.com|ixigua\.com|acfun\.cn|vimeo\.com|tiktok\.com)$/;
const FRAME = /^<(?:iframe|embed|video)\b[^>]*?\ssrc\s*=\s*["']?([^"'\s>]+)[^>]*>/i;

/** No page of another site is ever loaded here: players become links, and a message explains it. */
export const Embeds = Extension.create<{ message: string }>({
  name: 'embeds',
  addProseMirrorPlugins() {
    const { editor } = this;
    const { message } = this.options;
    return [
      new Plugin({
        key: new PluginKey('embeds'),
        props: {
          handlePaste(_view, event) {
            const text = event.clipboardData?.getData('text/plain').trim() ?? '';
            if (isVideo(text)) toast(message);
            const source = FRAME.exec(text)?.[1];
            const href = source ? embedAddress(source) : null;
            if (href === null) return false;
            toast(message);
            const marks = [{ type: 'link', attrs: { href } }];
            return editor.chain().insertContent({ type: 'text', text: href, marks }).run();
          },
        },
      }),
    ];
  },
});

function isVideo(text: string): boolean {
  const href = soleAddress(text);
  return href !== null && VIDEO_SITES.test(new URL(href).hostname);
}
