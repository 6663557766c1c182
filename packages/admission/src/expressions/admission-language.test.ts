import { expect, test } from "vitest";
import { type AdmissionLanguage, admissionLanguage } from "./admission-language.ts";

test("an expression that was compiled in one language is the same in another with the same variables", () => {
  const declared = (text: string): AdmissionLanguage => {
    const language = admissionLanguage({ params: true });
    language.declare("a", text);
    return language;
  };
  const [first, same, other] = [declared("1"), declared("1"), declared("'b'")];
  const compile = "string(variables.a)";
  expect(same.compile(compile)).toBe(first.compile(compile));
  expect(other.compile(compile)).not.toBe(first.compile(compile));
  expect(admissionLanguage({ params: true }).compile(compile)).toHaveProperty("error");
});

test.each(["compile", "compileMessage", "compileMutation"] as const)("%s has a language of its own", (name) => {
  const language = admissionLanguage({});
  expect(language[name]("1")).toBe(admissionLanguage({})[name]("1"));
  const others = (["compile", "compileMessage", "compileMutation"] as const).filter((other) => other !== name);
  for (const other of others) expect(language[other]("1")).not.toBe(language[name]("1"));
});
