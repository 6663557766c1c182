// No list is spread into arguments, as in `list.push(...items)`, `Math.max(...sizes)` and `String.fromCharCode(...bytes)`: every
// item lies on the stack, and a long list, which a client may send, overflows it. Passing on a rest parameter, and spreading a
// list that is written out in the call, are fine.
import ts from "typescript";
import { lineOf } from "./source.mjs";

/** Functions of the language that take any number of arguments. */
const variadic = new Set("push unshift splice concat of max min hypot fromCharCode fromCodePoint raw".split(" "));

export function spreadArguments(sources) {
  const problems = [];
  for (const { path, tree, isTest } of sources) {
    if (isTest || /^apps\/(bench|e2e)\//.test(path)) continue;
    const visit = (node) => {
      if (ts.isCallExpression(node) && variadic.has(node.expression.name?.text))
        for (const argument of node.arguments)
          if (isSpreadList(argument))
            problems.push({
              at: `${path}:${lineOf(tree, argument.getStart(tree))}`,
              problem: `${argument.getText(tree)} is spread into arguments: use a loop, or appendAll of @svc/base`,
            });
      ts.forEachChild(node, visit);
    };
    visit(tree);
  }
  return problems;
}

function isSpreadList(argument) {
  if (!ts.isSpreadElement(argument) || isWrittenOut(argument.expression)) return false;
  return !(ts.isIdentifier(argument.expression) && restParameters(argument).has(argument.expression.text));
}

/** True for lists whose length stands in the source. */
function isWrittenOut(expression) {
  if (ts.isParenthesizedExpression(expression)) return isWrittenOut(expression.expression);
  if (ts.isConditionalExpression(expression))
    return isWrittenOut(expression.whenTrue) && isWrittenOut(expression.whenFalse);
  if (!ts.isArrayLiteralExpression(expression)) return false;
  return expression.elements.every((element) => !ts.isSpreadElement(element) || isWrittenOut(element.expression));
}

/** The rest parameters of the functions around a node. */
function restParameters(node) {
  const names = new Set();
  for (let at = node.parent; at !== undefined; at = at.parent)
    for (const parameter of at.parameters ?? [])
      if (parameter.dotDotDotToken !== undefined) names.add(parameter.name.getText());
  return names;
}
