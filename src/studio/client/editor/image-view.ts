import type { NodeViewRendererProps } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { NodeView } from '@tiptap/pm/view';
import type { ImageOptions } from './figure.ts';

export type ViewTexts = {
  say(name: 'uploading' | 'failed', values: Record<string, string | number>): string;
  alt: string;
  alt_missing: string;
  remove: string;
  cancel: string;
  retry: string;
};

/** An image in the text: itself with its two buttons, or how far its upload has come. */
export function showImage(props: NodeViewRendererProps, options: ImageOptions): NodeView {
  const { editor, getPos } = props;
  const { uploads, texts, editAlt } = options;
  let node = props.node;
  const dom = element('div', 'image-view');
  dom.contentEditable = 'false';
  const picture = element('img', 'image-shown');
  const bar = element('div', 'image-bar');
  const words = element('span', 'image-words');
  const progress = element('progress', 'image-progress');
  progress.max = 1;
  const altButton = button('', () => withPosition(editAlt));
  const retryButton = button(texts.retry, () => uploads.get(keyOf(node))?.retry());
  const removeButton = button(texts.remove, remove);
  bar.append(words, altButton, retryButton, removeButton);
  dom.append(picture, progress, bar);

  function withPosition(work: (position: number) => void): void {
    const position = getPos();
    if (position !== undefined) work(position);
  }

  function remove(): void {
    uploads.get(keyOf(node))?.cancel();
    withPosition((position) => {
      const place = editor.state.doc.resolve(position);
      editor.chain().focus().deleteRange({ from: place.before(), to: place.after() }).run();
    });
  }

  /** The address goes into the text when it is known; that is no step of the author's to undo. */
  function adopt(): void {
    const done = uploads.get(keyOf(node))?.done;
    if (!done) return;
    withPosition((position) => {
      const { url, width, height } = done;
      const attributes = { ...node.attrs, src: url, width, height, upload: null };
      const change = editor.state.tr.setNodeMarkup(position, null, attributes);
      editor.view.dispatch(change.setMeta('addToHistory', false));
    });
  }

  function draw(): void {
    const upload = uploads.get(keyOf(node));
    const isWaiting = node.attrs['src'] === null;
    const { alt } = node.attrs as { alt: string };
    picture.src = (node.attrs['src'] as string | null) ?? upload?.preview ?? '';
    picture.alt = alt;
    dom.dataset['state'] = !isWaiting ? 'shown' : upload?.problem ? 'failed' : 'uploading';
    progress.hidden = !isWaiting || Boolean(upload?.problem);
    progress.value = upload?.progress ?? 0;
    const percent = Math.round((upload?.progress ?? 0) * 100);
    words.textContent = !isWaiting
      ? ''
      : upload?.problem
        ? texts.say('failed', { reason: upload.problem })
        : texts.say('uploading', { percent });
    progress.setAttribute('aria-label', words.textContent);
    altButton.textContent = alt ? `${texts.alt}：${alt}` : texts.alt_missing;
    altButton.classList.toggle('is-missing', alt === '');
    altButton.hidden = isWaiting;
    retryButton.hidden = !upload?.problem;
    removeButton.textContent = isWaiting && !upload?.problem ? texts.cancel : texts.remove;
  }

  let unwatch = () => {};
  function watch(): void {
    unwatch();
    unwatch = uploads.watch(keyOf(node), () => {
      draw();
      adopt();
    });
  }
  watch();
  draw();
  // Made again by undo, it may find its upload finished.
  queueMicrotask(adopt);

  return {
    dom,
    update(next) {
      if (next.type !== node.type) return false;
      node = next;
      draw();
      return true;
    },
    selectNode: () => dom.classList.add('is-selected'),
    deselectNode: () => dom.classList.remove('is-selected'),
    stopEvent: (event) => event.target instanceof HTMLButtonElement,
    ignoreMutation: () => true,
    destroy: () => unwatch(),
  };
}

function keyOf(node: Node): string {
  return String(node.attrs['upload']);
}

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string,
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  made.className = className;
  return made;
}

function button(text: string, press: () => void): HTMLButtonElement {
  const made = element('button', 'image-button');
  made.type = 'button';
  made.textContent = text;
  // The caret stays where it is in the text.
  made.addEventListener('mousedown', (event) => event.preventDefault());
  made.addEventListener('click', press);
  return made;
}
