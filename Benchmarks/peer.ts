// The unisolated peer: one Deno process that does what `bench_like` does, with the means Deno brings.
//   SUPABASE_JWT_SECRET=… deno run --allow-net --allow-env peer.ts <port>

const secret = Deno.env.get("SUPABASE_JWT_SECRET");
const port = Number(Deno.args[0]);
if (!secret || !Number.isInteger(port)) {
  console.error("usage: SUPABASE_JWT_SECRET=… deno run --allow-net --allow-env peer.ts <port>");
  Deno.exit(64);
}

const text = new TextEncoder();
const key = await crypto.subtle.importKey(
  "raw", text.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);

function decode(part: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.fromBase64(part, { alphabet: "base64url" });
}

/** The user of a valid HS256 token, or null. */
async function verify(authorization: string | null): Promise<string | null> {
  if (!authorization?.startsWith("Bearer ")) return null;
  const parts = authorization.slice(7).split(".");
  if (parts.length !== 3) return null;
  try {
    const header = JSON.parse(new TextDecoder().decode(decode(parts[0])));
    if (header.alg !== "HS256") return null;
    const signed = text.encode(`${parts[0]}.${parts[1]}`);
    if (!await crypto.subtle.verify("HMAC", key, decode(parts[2]), signed)) return null;
    const claims = JSON.parse(new TextDecoder().decode(decode(parts[1])));
    const now = Date.now() / 1000;
    if (claims.exp <= now || claims.nbf > now) return null;
    return typeof claims.sub === "string" ? claims.sub : null;
  } catch {
    return null;
  }
}

async function answer(request: Request): Promise<Response> {
  const user = await verify(request.headers.get("authorization"));
  if (!user) return Response.json({ code: "UNAUTHORIZED", message: "Invalid JWT" }, { status: 401 });
  let like: { session_id: unknown; option_id: unknown };
  try {
    like = await request.json();
  } catch {
    return Response.json({ error: { code: "VALIDATION_ERROR" } }, { status: 400 });
  }
  if (typeof like.session_id !== "string" || typeof like.option_id !== "string") {
    return Response.json({ error: { code: "VALIDATION_ERROR" } }, { status: 400 });
  }
  return Response.json({ success: true, match_found: false });
}

Deno.serve({ hostname: "127.0.0.1", port, onListen: () => {} }, answer);
