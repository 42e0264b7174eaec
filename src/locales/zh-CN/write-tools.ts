/** The editor's tools for tables, tasks, notes and formulas; part of the section `write`. */
export const writeTools = {
  tool_tasks: '任务列表',
  tool_table: '表格',
  tool_formula: '公式',
  tool_footnote: '注释',

  slash_tasks: '做完一条勾一条',
  slash_table: '三行三列，可增减',
  slash_formula: '用 TeX 写',
  slash_footnote: '列在文末的说明',

  task_label: '任务：',

  note_hint: '读者点正文里的序号，会看到列在文末的这段话。纯文字，网址会自动变成链接。',
  note_not_here: '注释只能加在正文段落里，不能加在标题和图片说明里。',
  formula_hint: '用 TeX 书写，例如 \\frac{a}{b}。也可以在正文里直接输入 $E=mc^2$。',
  formula_block: '独占一行',
  formula_preview: '预览',
  formula_bad: '这段 TeX 有错误，读者会看到源码。',
  node_remove: '移除',

  table_tools: '表格',
  table_row_above: '↑ 加行',
  table_row_above_hint: '在上方加一行',
  table_row_below: '↓ 加行',
  table_row_below_hint: '在下方加一行',
  table_column_before: '← 加列',
  table_column_before_hint: '在左侧加一列',
  table_column_after: '→ 加列',
  table_column_after_hint: '在右侧加一列',
  table_header: '表头',
  table_header_hint: '第一行作为表头',
  table_row_remove: '删行',
  table_row_remove_hint: '删除这一行',
  table_column_remove: '删列',
  table_column_remove_hint: '删除这一列',
  table_remove: '删除表格',
  table_remove_hint: '删除整个表格',

  embed_link: '这里不加载其他网站的播放器和卡片，已换成普通链接。',
};
