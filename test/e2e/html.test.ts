import {mkdtemp, rm, writeFile} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {pathToFileURL} from 'node:url'
import test, {type ExecutionContext} from 'ava'
import {type Browser, type BrowserContextOptions, chromium, type Page} from 'playwright-core'
import type {Report} from '../../src/check/report.ts'
import {html} from '../../src/reporters/html.ts'
import {everyOutcome, hostile, plain} from '../reporters/reports.ts'
import {weakTexts} from './weak-texts.ts'

const flags =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

let browser: Browser
let folder: string

test.before(async () => {
  browser = await chromium.launch({executablePath: '/usr/bin/chromium', args: flags.split(' ')})
  folder = await mkdtemp(join(tmpdir(), 'node-preflight-html-'))
})

test.after.always(async () => {
  await browser?.close()
  if (folder) await rm(folder, {recursive: true})
})

/** Opens the page of a report; whatever it logs, asks of the network or throws fails the test. */
async function open(t: ExecutionContext, report: Report, options: BrowserContextOptions = {}): Promise<Page> {
  const file = join(folder, `${Math.random()}.html`)
  await writeFile(file, html(report, plain))
  const page = await browser.newPage(options)
  t.teardown(() => page.close())
  page.on('pageerror', (error) => t.fail(String(error)))
  page.on('console', (message) => t.fail(message.text()))
  page.on('request', (request) => {
    if (request.url() !== pathToFileURL(file).href) t.fail(request.url())
  })
  await page.goto(pathToFileURL(file).href)
  return page
}

const shown = (page: Page): Promise<readonly string[]> =>
  page.locator('main [data-outcome]:visible .rule').allTextContents()

test('the verdict comes first, what failed is open, what is well is folded', async (t) => {
  const page = await open(t, everyOutcome)
  t.is(await page.locator('h1').textContent(), 'node-1 will not make a good node')
  t.deepEqual(await page.locator('.counts li:not(.zero)').allInnerTexts(), [
    '1\nerrors',
    '2\nwarnings',
    '2\nunknown',
    '1\nwaived',
    '1\nskipped',
    '1\npassed',
  ])
  t.true(await page.getByText('/etc/docker/daemon.json:3').first().isVisible())
  t.deepEqual(await shown(page), [
    'docker-masquerades-beside-overlay',
    'cni-plugin-missing',
    'secret-volume-mislabelled',
    'kubelet-directory-mislabelled',
    'docker-forward-policy-drop',
  ])
})

test('search, severity, outcome and subject narrow the list, Escape gives all back', async (t) => {
  const page = await open(t, everyOutcome)
  await page.keyboard.press('/')
  await page.keyboard.type('portmap exist')
  t.deepEqual(await shown(page), ['cni-plugin-missing'])
  t.is(await page.locator('output').textContent(), '1 of 7 rules')
  await page.keyboard.press('Escape')
  t.is((await shown(page)).length, 5)
  await page.getByRole('checkbox', {name: 'warning'}).uncheck({force: true})
  t.false((await shown(page)).includes('cni-plugin-missing'))
  await page.getByRole('checkbox', {name: 'failed'}).uncheck({force: true})
  t.deepEqual(await shown(page), ['secret-volume-mislabelled', 'docker-forward-policy-drop'])
  await page.keyboard.press('Escape')
  await page.getByLabel('Subject').selectOption('selinux')
  t.deepEqual(await shown(page), ['secret-volume-mislabelled', 'kubelet-directory-mislabelled'])
  await page.getByLabel('Search').fill('no such thing')
  t.true(await page.getByText('No finding matches.').isVisible())
})

test('keys move between the findings, fold them and copy their fix', async (t) => {
  const page = await open(t, everyOutcome)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const focused = () => page.evaluate("document.activeElement.querySelector('.rule')?.textContent")
  await page.keyboard.press('j')
  t.is(await focused(), 'docker-masquerades-beside-overlay')
  await page.keyboard.press('c')
  await page.getByText('Copied').first().waitFor()
  t.is(await page.evaluate('navigator.clipboard.readText()'), 'systemctl restart docker\niptables -t nat -F DOCKER\n')
  await page.keyboard.press('Enter')
  t.false(await page.getByText('/etc/docker/daemon.json:3').first().isVisible())
  await page.keyboard.press('j')
  t.is(await focused(), 'cni-plugin-missing')
  await page.keyboard.press('k')
  t.is(await focused(), 'docker-masquerades-beside-overlay')
})

test('without the script everything can be read and nothing pretends to work', async (t) => {
  const page = await open(t, everyOutcome, {javaScriptEnabled: false})
  t.false(await page.locator('form').isVisible())
  t.false(await page.locator('.copy').first().isVisible())
  t.is((await shown(page)).length, 5)
  await page.getByText('What is well').click()
  t.true(await page.getByText('cni-bin-dir-missing').isVisible())
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every text stands out from its ground in the ${colorScheme} colours`, async (t) => {
    const page = await open(t, everyOutcome, {colorScheme})
    await page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
    t.deepEqual(await page.evaluate(weakTexts), [])
  })
}

test('the page fits a phone and never scrolls sideways, whatever a host says', async (t) => {
  for (const report of [everyOutcome, hostile]) {
    const page = await open(t, report, {viewport: {width: 360, height: 740}})
    t.is(await page.evaluate('document.documentElement.scrollWidth'), 360)
  }
})

test('paper shows every card unfolded and no controls', async (t) => {
  const page = await open(t, everyOutcome)
  await page.emulateMedia({media: 'print'})
  await page.evaluate("dispatchEvent(new Event('beforeprint'))")
  t.false(await page.locator('form').isVisible())
  t.false(await page.locator('.copy').first().isVisible())
  t.true(await page.locator('[data-outcome=waived] .commands').isVisible())
  t.true((await page.pdf()).length > 10_000)
})
