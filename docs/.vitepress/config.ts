import { readdirSync } from "node:fs";
import { defineConfig } from "vitepress";

const pagesOf = (folder: string): string[] =>
  readdirSync(new URL(`../${folder}`, import.meta.url))
    .filter((file) => file.endsWith(".md"))
    .map((file) => file.replace(/\.md$/, ""))
    .sort();

const guide: readonly (readonly [page: string, title: string])[] = [
  ["operator", "An operator in 50 lines"],
  ["quick-start", "Run it"],
  ["embed", "Embed it"],
  ["frameworks", "In a web framework"],
  ["authenticator", "Your own authenticator"],
  ["own-types", "Types of your own"],
  ["from-crds", "From CRDs"],
  ["from-envtest", "From envtest and kubebuilder"],
  ["extension-types", "Extension types"],
  ["nodes", "Nodes, pods and services"],
  ["extension-servers", "Extension servers"],
  ["admission", "Admission"],
  ["testing", "Test against it"],
  ["faults", "Find bugs in your controller"],
  ["test-your-controller", "Test your controller"],
  ["operate", "Operate it"],
  ["production", "Containers, systemd, several servers"],
  ["observe", "Observe it"],
  ["slow", "When it is slow"],
];

export default defineConfig({
  title: "svc",
  description: "A framework of npm packages to build API servers from.",
  cleanUrls: true,
  // Pages of packages are their READMEs, whose links lead within the repository.
  ignoreDeadLinks: [/^\.\.?\/(src|bench|docs|packages|CONTRIBUTING|LICENSE)/],
  themeConfig: {
    search: { provider: "local" },
    sidebar: [
      { text: "Guide", items: guide.map(([page, text]) => ({ text, link: `/guide/${page}` })) },
      {
        text: "Reference",
        items: [
          { text: "Architecture", link: "/architecture" },
          { text: "Security", link: "/security" },
          { text: "Performance", link: "/performance" },
          { text: "Comparison", link: "/comparison" },
          { text: "Differences from kube-apiserver", link: "/differences" },
          { text: "Glossary", link: "/glossary" },
        ],
      },
      {
        text: "Packages",
        items: pagesOf("packages").map((name) => ({ text: `@svc/${name}`, link: `/packages/${name}` })),
      },
      {
        text: "API reference",
        collapsed: true,
        items: pagesOf("reference").map((name) => ({ text: `@svc/${name}`, link: `/reference/${name}` })),
      },
      {
        text: "Decisions",
        collapsed: true,
        items: pagesOf("decisions").map((name) => ({ text: name, link: `/decisions/${name}` })),
      },
    ],
  },
});
