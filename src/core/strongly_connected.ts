/** The strongly connected components of more than one node, or of one with an edge to itself; Tarjan without recursion. */
export function stronglyConnected(edges: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const onStack = new Set<string>()
  const stack: string[] = []
  const components: (readonly string[])[] = []
  for (const root of edges.keys()) {
    if (order.has(root)) continue
    const frames: { readonly node: string; next: number }[] = [open(root)]
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      const { node } = frame
      const child = edges.get(node)?.[frame.next++]
      if (child !== undefined) {
        if (!order.has(child)) frames.push(open(child))
        else if (onStack.has(child)) lower(node, order.get(child) ?? 0)
        continue
      }
      frames.pop()
      const parent = frames.at(-1)
      if (parent !== undefined) lower(parent.node, low.get(node) ?? 0)
      if (low.get(node) === order.get(node)) close(node)
    }
  }
  return components

  function open(node: string): { readonly node: string; next: number } {
    order.set(node, order.size)
    low.set(node, order.get(node) ?? 0)
    stack.push(node)
    onStack.add(node)
    return { node, next: 0 }
  }
  function lower(node: string, value: number): void {
    low.set(node, Math.min(low.get(node) ?? value, value))
  }
  function close(node: string): void {
    const members: string[] = []
    for (let member = stack.pop(); member !== undefined; member = stack.pop()) {
      onStack.delete(member)
      members.push(member)
      if (member === node) break
    }
    if (members.length > 1 || edges.get(node)?.includes(node) === true) components.push(members.sort())
  }
}
