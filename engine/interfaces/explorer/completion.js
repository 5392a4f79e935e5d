// Completes labels, types, properties, parameters and words of Cypher in the editor with this id.
async (id, label, names) => {
  let element = getElement(id);
  for (let tries = 0; !element?.editorPromise && tries < 300; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 50)); // the editor is loaded after the page
    element = getElement(id);
  }
  await element.editorPromise;
  const CM = await import("nicegui-codemirror");
  const words = `MATCH WHERE RETURN WITH UNWIND OPTIONAL ORDER BY LIMIT SKIP DISTINCT AS AND OR NOT IN IS NULL CONTAINS
    STARTS ENDS EXISTS CASE WHEN THEN ELSE END DESC EXPLAIN count collect coalesce size labels keys type nodes
    relationships datetime date toString duration min max avg sum range split toLower substring`.split(/\s+/);
  const options = (list, type, detail) => list.map((label) => ({ label, type, detail }));
  const labels = options(Object.keys(names.properties), "class", "label");
  const types = options(names.types, "type", "relation");
  const all = new Map();
  for (const [label, own] of Object.entries(names.properties))
    for (const name of own) all.set(name, [...(all.get(name) ?? []), label]);
  const properties = [...all].map(([label, of]) => ({ label, type: "property", detail: of.slice(0, 3).join(", ") }));
  const rest = [...options(words, "keyword"), { label: "$user", type: "variable", detail: "the user above" }];
  const complete = (context) => {
    const word = context.matchBefore(/\$?\w*/);
    const before = context.state.sliceDoc(0, word.from);
    const ahead = before.trimEnd().at(-1);
    const inRelation = before.lastIndexOf("[") > before.lastIndexOf("]");
    if (ahead === ":" && !inRelation && /\{[^}]*$/.test(before)) return null; // the value of a property
    if (ahead === ":" || (ahead === "|" && inRelation))
      return { from: word.from, options: inRelation ? types : labels, validFor: /^\w*$/ };
    if (ahead === "." || /\{(?:[^}]*,)?\s*$/.test(before))
      return { from: word.from, options: properties, validFor: /^\w*$/ };
    if (word.from === word.to && !context.explicit) return null;
    return { from: word.from, options: rest, validFor: /^\$?\w*$/ };
  };
  element.editor.dispatch({
    effects: CM.StateEffect.appendConfig.of([
      CM.EditorState.languageData.of(() => [{ autocomplete: complete }]),
      CM.EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false" }),
    ]),
  });
}
