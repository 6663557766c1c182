// V8 allocates two kinds of functions as old objects: accessors of object literals, and function literals that are assigned to a
// property. Each keeps all that its closure refers to, a whole server perhaps, until the next full garbage collection.
import ts from "typescript";

export function tenuredClosures(sources) {
  const problems = [];
  for (const { path, tree, isTest } of sources) {
    if (isTest) continue;
    const report = (name, what, instead) =>
      problems.push({ at: `${path} ${name.getText()}`, problem: `${what} keeps its closure for long: ${instead}` });
    const visit = (node) => {
      if (ts.isAccessor(node) && ts.isObjectLiteralExpression(node.parent))
        report(node.name, "an accessor of an object literal", "write a method, or a class");
      if (isAssignedFunction(node)) report(node.left, "a function that is assigned to a property", "declare it first");
      ts.forEachChild(node, visit);
    };
    visit(tree);
  }
  return problems;
}

const assignments = [
  ts.SyntaxKind.EqualsToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
  ts.SyntaxKind.BarBarEqualsToken,
];

function isAssignedFunction(node) {
  return (
    ts.isBinaryExpression(node) &&
    assignments.includes(node.operatorToken.kind) &&
    (ts.isPropertyAccessExpression(node.left) || ts.isElementAccessExpression(node.left)) &&
    (ts.isArrowFunction(node.right) || ts.isFunctionExpression(node.right))
  );
}
