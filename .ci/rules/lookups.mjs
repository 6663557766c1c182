// A table that text is looked up in is a Map, or an object without a prototype: in any other object `constructor` is found.
import ts from "typescript";

export function lookupTables(sources) {
  const problems = [];
  for (const { path, tree, isTest } of sources) {
    if (isTest) continue;
    const tables = new Map();
    const subscripts = [];
    const visit = (node) => {
      if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && isOpenTable(node))
        tables.set(node.name.text, node);
      if (ts.isElementAccessExpression(node) && ts.isIdentifier(node.expression) && !isAssigned(node))
        subscripts.push(node);
      ts.forEachChild(node, visit);
    };
    visit(tree);
    const asked = new Set(
      subscripts.filter(({ argumentExpression: key }) => !isFixed(key)).map(({ expression }) => expression.text),
    );
    for (const name of tables.keys())
      if (asked.has(name))
        problems.push({ at: `${path} ${name}`, problem: "text is looked up in an object that has a prototype" });
  }
  return problems;
}

/** `const x: Record<string, T> = { … }`: any text may be asked for, and members of every object answer too. */
function isOpenTable({ type, initializer }) {
  if (type === undefined || initializer === undefined || !takesAnyText(type)) return false;
  const literal =
    ts.isAsExpression(initializer) || ts.isSatisfiesExpression(initializer) ? initializer.expression : initializer;
  return ts.isObjectLiteralExpression(literal) && !literal.properties.some(isNullPrototype);
}

function takesAnyText(type) {
  if (ts.isTypeLiteralNode(type)) return type.members.some(ts.isIndexSignatureDeclaration);
  if (!ts.isTypeReferenceNode(type) || !ts.isIdentifier(type.typeName)) return false;
  const [first] = type.typeArguments ?? [];
  if (first === undefined) return false;
  if (type.typeName.text === "Record") return first.kind === ts.SyntaxKind.StringKeyword;
  return ["Readonly", "Partial"].includes(type.typeName.text) && takesAnyText(first);
}

function isNullPrototype(property) {
  return (
    ts.isPropertyAssignment(property) &&
    property.name.getText() === "__proto__" &&
    property.initializer.kind === ts.SyntaxKind.NullKeyword
  );
}

function isAssigned(node) {
  const { parent } = node;
  return (
    ts.isBinaryExpression(parent) && parent.left === node && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken
  );
}

function isFixed(key) {
  return ts.isStringLiteralLike(key) || ts.isNumericLiteral(key);
}
