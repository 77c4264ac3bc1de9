// npm run train -- NAME --data DIR: fits a model and writes its weights to src/models. Training again gives the same bytes.
const TRAINERS: Readonly<Record<string, () => Promise<{ train(folder: string): Promise<void> }>>> = {
  cutting: () => import('./cutting.js'),
  facts: () => import('./facts.js'),
  relations: () => import('./relations.js'),
  tagger: () => import('./tagger.js'),
}

const [name = '', flag, folder] = process.argv.slice(2)
const trainer = TRAINERS[name]
if (trainer === undefined || flag !== '--data' || folder === undefined) {
  console.error(`Usage: npm run train -- ${Object.keys(TRAINERS).join(' | ')} --data DIR`)
  process.exit(2)
}
await (await trainer()).train(folder)
