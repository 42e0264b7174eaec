/** What blocks are appended to, and how headings move. */
export type Target = {
  box: HTMLElement;
  shift: number;
  /** Appends the content of an element as blocks. */
  write(source: Element, target: Target): void;
};
