// Adds live updates, keys, times and copying to the pages, which work without it.
const $ = (selector, root = document) => root.querySelector(selector)
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)]
const byId = id => document.getElementById(id)
const view = document.body.dataset.view
const [live, age, zoneButton] = ['live', 'age', 'zone'].map(byId)
const now = () => Date.now()
const isVisible = () => document.visibilityState === 'visible'

const store = localStorage

const zones = { ago: 'Ago', utc: 'UTC', local: 'Local', zone: "Job's zone" }
let zone = store.consoleZone in zones ? store.consoleZone : 'ago'

function span(seconds) {
	const minutes = Math.floor(seconds / 60), hours = Math.floor(minutes / 60)
	if (minutes < 1) return `${Math.floor(seconds)} s`
	if (hours < 1) return `${minutes} min`
	if (hours < 24) return `${hours} h` + (minutes % 60 ? ` ${minutes % 60} min` : '')
	return `${Math.floor(hours / 24)} d`
}

function timeText(element) {
	const date = new Date(element.dateTime), seconds = (now() - date) / 1000
	if (zone === 'ago') return Math.abs(seconds) < 1 ? 'now' : seconds > 0 ? `${span(seconds)} ago` : `in ${span(-seconds)}`
	const timeZone = zone === 'local' ? undefined : zone === 'zone' && element.dataset.zone || 'UTC'
	const text = timeZone => date.toLocaleString('sv-SE', { timeZone }) + (timeZone === 'UTC' ? 'Z' : '')
	// Not every browser knows every zone.
	try { return text(timeZone) } catch { return text('UTC') }
}

function showTimes(root = document) {
	for (const element of $$('time[datetime]', root)) {
		const text = timeText(element)
		if (element.textContent !== text) element.textContent = text
	}
	if (zoneButton) zoneButton.textContent = zones[zone]
}

function turnZone() {
	const names = Object.keys(zones)
	store.consoleZone = zone = names[(names.indexOf(zone) + 1) % 4]
	showTimes()
}

// Makes an element equal to another one. Focus, open details and typed text stay.
const kept = (node, name) => name === 'hidden' || node.nodeName + name === 'DETAILSopen' || node.nodeName + name === 'TRclass'

function morph(old, next) {
	if (old.isEqualNode(next)) return
	if (old.nodeName !== next.nodeName) return old.replaceWith(next)
	if (old.nodeType !== 1) return void (old.data = next.data)
	for (const { name } of [...old.attributes]) if (!next.hasAttribute(name) && !kept(old, name)) old.removeAttribute(name)
	for (const { name, value } of next.attributes) {
		if (old.getAttribute(name) !== value && !kept(old, name)) old.setAttribute(name, value)
	}
	if (old.nodeName === 'TIME') old.textContent = timeText(old)
	else if (old.nodeName !== 'TEXTAREA' && old.nodeName !== 'SELECT') morphChildren(old, next)
}

const keyOf = node => node.nodeType === 1 ? node.dataset.key ?? node.id : ''

function morphChildren(old, next) {
	const keyed = new Map([...old.children].filter(keyOf).map(child => [keyOf(child), child]))
	let place = old.firstChild
	for (const child of [...next.childNodes]) {
		const key = keyOf(child), match = key ? keyed.get(key) : place && !keyOf(place) && place
		if (!match) { old.insertBefore(child, place); continue }
		if (match === place) place = place.nextSibling
		else old.insertBefore(match, place)
		const text = match.textContent
		morph(match, child)
		if (match.nodeName === 'TD' && match.textContent !== text && !$('time', match)) {
			match.classList.remove('changed')
			match.getBoundingClientRect()
			match.classList.add('changed')
		}
	}
	while (place) {
		const rest = place
		place = rest.nextSibling
		rest.remove()
	}
}

// A list that one reads is not moved: new rows wait behind the pill.
const held = new Map()
const pill = byId('pill') ?? {}
pill.onclick = () => { scrollTo(0, 0); release() }

function isRead(region) {
	const { isCollapsed, anchorNode } = getSelection()
	return scrollY > 80 || $('tr.current, .select input:checked', region) || !isCollapsed && region.contains(anchorNode)
}

function patch(id, html, isForced) {
	const region = byId(id), next = document.createElement('template')
	if (!region) return
	next.innerHTML = html
	const old = new Map($$('tr[data-key]', region).map(row => [row.dataset.key, row]))
	const rows = $$('tr[data-key]', next.content), news = rows.filter(row => !old.has(row.dataset.key)).length
	if (!isForced && news && old.size && isRead(region)) {
		held.set(id, { html, news })
		for (const row of rows) if (old.has(row.dataset.key)) morphChildren(old.get(row.dataset.key), row)
	} else {
		held.delete(id)
		morphChildren(region, next.content)
	}
	ready(region)
}

function release() {
	clear()
	for (const [id, { html }] of [...held]) patch(id, html, true)
}

function show({ order, regions, title, failure, isKnown }) {
	if (failure || !isKnown) tell(failure)
	if (failure) return
	const parent = byId('regions')
	for (const id of order) {
		if (!byId(id)) parent.append(Object.assign(document.createElement('section'), { id, className: 'region' }))
	}
	for (const region of [...parent.children]) if (!order.includes(region.id)) region.remove()
	for (const [id, html] of regions) patch(id, html)
	document.title = `${title} · Swiftlet`
}

let seen = now()

const notice = byId('status')
let hasEnded

function tell(problem = '') {
	live.classList.toggle('lost', !!problem)
	if (notice.textContent !== problem) notice.textContent = problem
	live.title = problem || 'Pause (.)'
	if (!problem) seen = now()
}

// The host refuses all that a page of an ended session asks for, so the page asks no more.
function end() {
	hasEnded = true
	notice.innerHTML = `Your session has ended: <a href="/console/login?next=${encodeURIComponent(view)}">sign in</a>`
	follow()
}

// One stream for all tabs of a browser: the tab with the lock has it. A hidden tab gives it up.
const channel = 'BroadcastChannel' in window && navigator.locks ? new BroadcastChannel('swiftlet-console') : null
const tab = Math.random()
let isPaused = !!store.consolePaused, wanted = new Map(), last = new Map(), stream, url, giveUp, timer
const isWanted = () => view && !isPaused && !hasEnded && isVisible()

function say(type, body) {
	const message = { type, from: tab, ...body }
	channel?.postMessage(message)
	hear(message)
}

function hear({ type, from, view: its, views, update, problem }) {
	if (type === 'who' && from !== tab && isWanted()) say('want', { view })
	if (type === 'update' && isWanted() && update.view === view) show(update)
	if (type === 'still' && isWanted() && (problem || views?.includes(view))) tell(problem)
	if (type === 'ended' && view && !hasEnded) end()
	if (!giveUp) return
	if (type === 'want') wanted.set(from, { its, at: now() })
	if (type === 'drop') wanted.delete(from)
	if (type === 'want' || type === 'drop') connect(its)
}

if (channel) channel.onmessage = event => hear(event.data)

function lead() {
	const begin = done => {
		giveUp = done
		wanted = new Map()
		say('who')
		say('want', { view })
	}
	if (giveUp) return
	if (channel) navigator.locks.request('swiftlet-console', () => isWanted() && !giveUp ? new Promise(begin) : null)
	else begin(() => {})
}

function leave() {
	stream?.close()
	clearTimeout(timer)
	url = stream = null
	giveUp?.()
	giveUp = null
}

// Opens the stream of what the tabs want. A tab that joins is shown what is known.
function connect(asked) {
	for (const [from, { at }] of wanted) if (now() - at > 7e4) wanted.delete(from)
	const views = [...new Set([...wanted.values()].map(one => one.its))].slice(0, 16).sort()
	const next = '/console/events?' + new URLSearchParams(views.map(one => ['view', one]))
	if (next === url && stream?.readyState !== 2) {
		const known = last.get(asked)
		if (known) say('update', { update: { ...known, regions: [...known.regions], isKnown: true } })
		return
	}
	url = next
	clearTimeout(timer)
	timer = setTimeout(() => open(views.length), 40)
}

function open(isNeeded) {
	stream?.close()
	last = new Map()
	if (!isNeeded || !giveUp) return
	stream = new EventSource(url)
	stream.addEventListener('view', event => {
		const update = JSON.parse(event.data)
		last.set(update.view, { ...update, regions: new Map([...last.get(update.view)?.regions ?? [], ...update.regions]) })
		say('update', { update })
	})
	stream.addEventListener('still', event => say('still', JSON.parse(event.data || '{}')))
	stream.onerror = async () => {
		say('still', { problem: 'Not connected: trying again' })
		if (stream?.readyState !== 2) return
		clearTimeout(timer)
		timer = setTimeout(open, 5000, true)
		// A stream does not tell the status of its refusal.
		const answer = await fetch('/console/events').catch(() => 0)
		if (answer.status === 401) say('ended')
	}
}

function follow() {
	if (isWanted()) {
		say('want', { view })
		lead()
	} else {
		say('drop')
		leave()
	}
	live.ariaPressed = !isPaused && !hasEnded
	live.textContent = hasEnded ? 'Signed out' : isPaused ? 'Paused' : 'Live'
}

function pause() {
	if (!view || hasEnded) return
	isPaused = !isPaused
	store.consolePaused = isPaused ? 'yes' : ''
	follow()
}

// Keys and pointers.
const current = () => $('tr.current')
const clear = () => current()?.classList.remove('current')
let isGoing

function move(step) {
	const all = $$('tbody tr').filter(row => row.offsetParent), index = all.indexOf(current())
	const row = all[Math.min(Math.max(index < 0 ? 0 : index + step, 0), all.length - 1)]
	if (!row) return
	clear()
	row.classList.add('current')
	row.tabIndex = -1
	;($('a.row', row) ?? row).focus({ preventScroll: true })
	row.scrollIntoView({ block: 'nearest' })
}

const keys = {
	'/': () => $('[data-filter]')?.select(),
	'?': () => byId('keys')?.showModal(),
	j: () => move(1),
	k: () => move(-1),
	x: () => $('tr.current .select input')?.click(),
	'.': pause,
	t: turnZone,
	g: () => { isGoing = true },
}

function shut(target) {
	for (const one of $$('details.ask[open]')) if (!one.contains(target)) one.open = false
}

addEventListener('keydown', event => {
	const { key, target, ctrlKey, metaKey, altKey } = event
	if (ctrlKey || metaKey || altKey) return
	if (key === 'Escape') {
		shut()
		clear()
		document.activeElement.blur()
	} else if (!target.closest('input:not([type=checkbox]), textarea, select, dialog')) {
		const act = isGoing ? () => $(`nav [data-key="${CSS.escape(key)}"]`)?.click() : Object.hasOwn(keys, key) && keys[key]
		if (key !== 'Shift') isGoing = false
		if (!act) return
		event.preventDefault()
		act()
	}
})

addEventListener('click', ({ target }) => {
	const { copy, hint } = target.dataset
	shut(target)
	if (copy !== undefined) return copyText(target)
	if (hint) {
		const field = $('[data-filter]', target.form)
		field.value = `${field.value} ${hint}`.trim()
		return field.focus()
	}
	const row = !target.closest('a, button, input, select, details, label') && getSelection().isCollapsed && target.closest('tr')
	if (row) $('a.row', row)?.click()
})

async function copyText(button) {
	const text = $('pre', button.parentElement)
	try {
		await navigator.clipboard.writeText(text.textContent)
		button.textContent = 'Copied'
	} catch { getSelection().selectAllChildren(text) }
	setTimeout(() => { button.textContent = 'Copy' }, 1500)
}

addEventListener('change', ({ target }) => {
	if (target.matches('[data-all]')) for (const box of $$('.select input', target.closest('table'))) box.checked = target.checked
	ready()
})

function ready(root = document) {
	for (const element of $$('[data-copy], [data-all], [data-hint]', root)) element.hidden = false
	showTimes(root)
	const count = $$('.select input[name]:checked').length
	for (const bar of $$('.selection')) bar.hidden = !count
	for (const text of $$('[data-selected]')) text.textContent = `${count} selected:`
	for (const text of $$('[data-count]')) text.textContent = `${count} ${text.dataset.count.slice(0, count === 1 ? -1 : 99)}`
	const news = Math.max(0, ...[...held.values()].map(one => one.news))
	pill.hidden = !news
	pill.textContent = `${news} new`
}

if (live) {
	const themes = ['system', 'light', 'dark'], root = document.documentElement
	byId('theme').onclick = () => {
		const theme = root.dataset.theme = themes[(themes.indexOf(root.dataset.theme) + 1 || 1) % 3]
		document.cookie = `console_theme=${theme}; path=/console; max-age=31536000; samesite=strict`
	}
	zoneButton.onclick = turnZone
	byId('help').onclick = keys['?']
	live.onclick = pause
	for (const tool of $$('.tools [hidden]')) tool.hidden = !view && (tool === live || tool === age)
	$('nav [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
}
function tick() {
	if (!isVisible()) return
	showTimes()
	if (age) age.textContent = now() - seen < 2000 ? 'now' : `${span((now() - seen) / 1000)} old`
}

ready()
tick()
setInterval(tick, 1000)
if (view && live) {
	addEventListener('scroll', () => { if (scrollY < 10 && held.size) release() }, { passive: true })
	addEventListener('pageshow', follow)
	addEventListener('pagehide', () => { say('drop'); leave() })
	document.addEventListener('visibilitychange', follow)
	// A tab that ended without a word is forgotten.
	setInterval(() => { if (isWanted()) say('want', { view }) }, 3e4)
}
