// Runs before the first paint, so that nothing jumps: says that scripts work here.
document.documentElement.dataset.js = "";
