// Types named Deps or Parts, which functions are given their dependencies by, have at most eight fields, inherited ones included.
import ts from "typescript";

const maxFields = 8;
const isBag = /(Deps|Parts)$/;

export function dependencies(sources) {
  const interfaces = new Map();
  const bags = [];
  for (const source of sources) {
    if (source.isTest) continue;
    for (const node of source.tree.statements) {
      if (!ts.isInterfaceDeclaration(node)) continue;
      const entry = { source, node };
      interfaces.set(`${source.package} ${node.name.text}`, entry);
      if (isBag.test(node.name.text)) bags.push(entry);
    }
  }
  return bags.flatMap(({ source, node }) => {
    const fields = fieldsOf(source, node, interfaces);
    if (fields.size <= maxFields) return [];
    const problem = `has ${fields.size} fields (at most ${maxFields}): group them into components`;
    return [{ at: `${source.path} ${node.name.text}`, problem }];
  });
}

function fieldsOf(source, node, interfaces) {
  const fields = new Set(node.members.map(({ name }) => name?.getText(source.tree)));
  for (const { types } of node.heritageClauses ?? [])
    for (const { expression, typeArguments } of types) {
      const base = expression.getText(source.tree);
      const [of, keys] = typeArguments ?? [];
      const name = base === "Omit" || base === "Pick" ? of.getText(source.tree) : base;
      const found = interfaces.get(`${source.package} ${name}`);
      if (found === undefined) continue;
      const named = base === name ? new Set() : new Set(keys.getText(source.tree).match(/\w+/g));
      for (const field of fieldsOf(found.source, found.node, interfaces))
        if (base === name || named.has(field) === (base === "Pick")) fields.add(field);
    }
  return fields;
}
