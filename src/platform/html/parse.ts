import type { Root } from 'hast';
import { fromParse5 } from 'hast-util-from-parse5';
import {
  type DefaultTreeAdapterMap,
  defaultTreeAdapter,
  parseFragment,
  type TreeAdapter,
} from 'parse5';
import { assertSize, DEPTH_MAX, HtmlTooComplex, NODES_MAX } from './limits.ts';

/**
 * Parses a fragment as a browser does. It enforces the limits while it builds the tree, which rehype-parse cannot: open
 * formatting elements are repeated in every paragraph, so a few kilobytes can become millions of nodes, and checking
 * the finished tree would come too late.
 */
export function parseBody(html: string): Root {
  assertSize(html);
  const tree = parseFragment(html, { treeAdapter: countingAdapter(), scriptingEnabled: false });
  assertShallow(tree);
  renameFalseTemplates(tree);
  return fromParse5(tree) as Root;
}

type Node = DefaultTreeAdapterMap['node'];

function countingAdapter(): TreeAdapter<DefaultTreeAdapterMap> {
  const base = defaultTreeAdapter;
  let nodes = 0;
  // -1 for the parser's own root.
  let open = -1;
  const count = () => {
    nodes += 1;
    if (nodes > NODES_MAX) throw new HtmlTooComplex('nodes');
  };
  return {
    ...base,
    createElement(...args) {
      count();
      return base.createElement(...args);
    },
    createCommentNode(data) {
      count();
      return base.createCommentNode(data);
    },
    insertText(parent, text) {
      // Words arrive one by one and are appended to the preceding text node.
      if (parent.childNodes.at(-1)?.nodeName !== '#text') count();
      base.insertText(parent, text);
    },
    insertTextBefore(parent, text, reference) {
      count();
      base.insertTextBefore(parent, text, reference);
    },
    onItemPush() {
      open += 1;
      if (open > DEPTH_MAX) throw new HtmlTooComplex('depth');
    },
    onItemPop() {
      open -= 1;
    },
  };
}

/** A misnested link leaves the parser's stack early but stays in the tree, and later steps recurse into it. */
function assertShallow(root: Node): void {
  let level = childrenOf(root);
  for (let depth = 1; level.length > 0; depth += 1) {
    // The deepest element may contain text.
    if (depth > DEPTH_MAX + 1) throw new HtmlTooComplex('depth');
    level = level.flatMap(childrenOf);
  }
}

const NAMELESS = 'nameless';

/**
 * The next step parses a name as a selector: it takes `<template.>` for a template, but without the `content` of one,
 * and fails. Renamed to an unknown element it loses its tag like all of those.
 */
function renameFalseTemplates(node: Node): void {
  if ('tagName' in node && /^template[.#]/i.test(node.tagName)) {
    node.tagName = NAMELESS;
    node.nodeName = NAMELESS;
  }
  for (const child of childrenOf(node)) renameFalseTemplates(child);
}

function childrenOf(node: Node): Node[] {
  if ('content' in node) return node.content.childNodes;
  return 'childNodes' in node ? node.childNodes : [];
}
