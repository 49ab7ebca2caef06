// `import Worker` is the one import of a bundle's main file.
@_exported public import Edge
