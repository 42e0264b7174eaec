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
 * Parses a fragment as a browser does. The limits are held while the tree grows, and that is why this is
 * not rehype-parse: formatting left open is built again in every paragraph, so that a few kilobytes
 * become millions of nodes, and a tree that is counted afterwards has already been paid for.
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
  // The parser opens a root of its own.
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
      // Words come one by one and join the text before them.
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

/** A misnested link leaves the parser's stack early and stays in the tree, and the steps after this recurse. */
function assertShallow(root: Node): void {
  let level = childrenOf(root);
  for (let depth = 1; level.length > 0; depth += 1) {
    // Text may lie in the deepest element.
    if (depth > DEPTH_MAX + 1) throw new HtmlTooComplex('depth');
    level = level.flatMap(childrenOf);
  }
}

const NAMELESS = 'nameless';

/**
 * The next step takes a name for a selector: to it `<template.>` is a template, but one without the content that
 * the parser gives to those, and it breaks. As an element of no meaning it loses its tag like all of them.
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
