
// A figure for print is unpacked when it is wanted, and kept as a file.
let prints = null;
for (const button of all("[data-figure]")) {
  button.addEventListener("click", async () => {
    try {
      prints ??= await unpack($("print-data").textContent);
    } catch {
      return say("This browser does not unpack the figure.");
    }
    const name = button.dataset.figure;
    const link = make("a", { href: URL.createObjectURL(new Blob([prints[name]], { type: "image/svg+xml" })), download: `${name}.svg` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });
}
