/** Trees for LaTeX: every character that means something there is escaped, and braces keep the rest from forest. */
import { expect, test } from "vitest";
import { latexForest } from "../../web/export/latex.ts";

test("a tree as forest draws it", () => {
  const tree = {
    label: "S",
    children: [
      {
        label: "NP",
        children: [
          { label: "PRP$", word: "my_dog" },
          { label: ",", word: "," },
        ],
      },
      { label: "CD", word: "50%\\{]" },
    ],
  };
  expect(latexForest(tree)).toBe(
    [
      "% \\usepackage[linguistics]{forest}",
      "\\begin{forest}",
      "  [{S}",
      "    [{NP}",
      "      [{PRP\\$} [{my\\_dog}, tier=word]]",
      "      [{,} [{,}, tier=word]]",
      "    ]",
      "    [{CD} [{50\\%\\textbackslash{}\\{]}, tier=word]]",
      "  ]",
      "\\end{forest}",
      "",
    ].join("\n"),
  );
});
