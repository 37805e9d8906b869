import {execFileSync} from 'node:child_process'
import {readFileSync} from 'node:fs'
import {createServer} from 'node:https'
import type {AddressInfo} from 'node:net'
import {join} from 'node:path'
import {text} from 'node:stream/consumers'

/** What the API server keeps of a report that was applied. */
interface Applied {
  readonly path: string
  readonly object: {readonly metadata: {readonly name: string}; readonly scope: {readonly name: string}}
}

/**
 * The one request of an API server that server-side apply makes, as Kubernetes answers it (the reference of its API:
 * application/apply-patch+yaml, fieldManager, 401, 415, 422), over TLS on this machine. `folder` gets the service account.
 */
export async function startReportReceiver(folder: string, accepts: (object: unknown) => boolean) {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'ca.crt')]
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'].concat([
      '-subj',
      '/CN=kubernetes',
      '-addext',
      'subjectAltName=IP:127.0.0.1',
      '-keyout',
      key,
      '-out',
      certificate,
    ]),
    {stdio: 'ignore'},
  )
  const applied: Applied[] = []
  const server = createServer({key: readFileSync(key), cert: readFileSync(certificate)}, async (request, response) => {
    const body = await text(request)
    const {pathname: path, searchParams} = new URL(request.url ?? '', 'https://127.0.0.1')
    const status = (): number => {
      if (request.headers.authorization !== `Bearer ${readFileSync(join(folder, 'token'), 'utf8')}`) return 401
      if (request.method !== 'PATCH' || request.headers['content-type'] !== 'application/apply-patch+yaml') return 415
      const object = body === '' ? undefined : JSON.parse(body)
      if (!accepts(object) || !searchParams.has('fieldManager') || !path.endsWith(`/${object.metadata.name}`))
        return 422
      applied.push({path, object})
      return 200
    }
    const code = status()
    response.writeHead(code, {'content-type': 'application/json'}).end(JSON.stringify({kind: 'Status', code}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {applied, port: (server.address() as AddressInfo).port, stop: () => server.close()}
}
