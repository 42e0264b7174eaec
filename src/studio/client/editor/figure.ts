import { mergeAttributes, Node } from '@tiptap/core';
import { type ImageOptions, showImage } from './image-view.ts';

/** An image and its caption. An empty caption can be typed into, but is not stored. */
export const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'image figcaption',
  isolating: true,
  defining: true,
  parseHTML: () => [{ tag: 'figure:has(img)' }],
  renderHTML: () => ['figure', 0],
});

export const Caption = Node.create({
  name: 'figcaption',
  content: 'inline*',
  parseHTML: () => [{ tag: 'figcaption' }],
  renderHTML: () => ['figcaption', 0],
});

export const Image = Node.create<ImageOptions>({
  name: 'image',
  atom: true,
  draggable: false,
  addAttributes: () => ({
    src: { default: null },
    alt: { default: '' },
    width: { default: null },
    height: { default: null },
    /** The key of the upload until the address is known. Never stored. */
    upload: { default: null, rendered: false },
  }),
  // Only images of this site; others become placeholders (foreign-pictures.ts).
  parseHTML: () => [{ tag: 'img[src^="/uploads/"]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', mergeAttributes(HTMLAttributes)],
  addNodeView() {
    return (props) => showImage(props, this.options);
  },
  addKeyboardShortcuts() {
    return {
      // On a selected image, Enter edits its alternative text.
      Enter: ({ editor }) => {
        const { selection } = editor.state;
        if (!('node' in selection) || selection.$from.nodeAfter?.type.name !== this.name)
          return false;
        this.options.editAlt(selection.from);
        return true;
      },
    };
  },
});
